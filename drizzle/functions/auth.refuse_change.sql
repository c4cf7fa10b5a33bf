-- The history of identities is append-only, for everybody.
CREATE OR REPLACE FUNCTION auth.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER identity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON auth.identity
  FOR EACH STATEMENT EXECUTE FUNCTION auth.refuse_change();
