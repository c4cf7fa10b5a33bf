-- Each name and address of an account is kept with the time from which it holds.
CREATE OR REPLACE FUNCTION auth.keep_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.name, NEW.email) IS NOT DISTINCT FROM (OLD.name, OLD.email) THEN
    RETURN NULL;
  END IF;
  INSERT INTO auth.identity (account, name, email, since)
  VALUES (NEW.id, NEW.name, NEW.email, clock_timestamp());
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_identity AFTER INSERT OR UPDATE OF name, email ON auth."user"
  FOR EACH ROW EXECUTE FUNCTION auth.keep_identity();
