-- What an account was called at a time; before its first name, that one. No row: no account.
CREATE OR REPLACE FUNCTION auth.identity_at(wanted text, moment timestamptz)
RETURNS TABLE (name text, email text) LANGUAGE sql STABLE AS $$
  SELECT i.name, i.email FROM auth.identity i WHERE i.account = wanted
  ORDER BY i.since <= moment DESC, CASE WHEN i.since <= moment THEN i.id ELSE -i.id END DESC
  LIMIT 1
$$;
