-- Events are append-only, for everybody.
CREATE OR REPLACE FUNCTION quality.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quality.% is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON quality.quarantine_event
  FOR EACH STATEMENT EXECUTE FUNCTION quality.refuse_change();
