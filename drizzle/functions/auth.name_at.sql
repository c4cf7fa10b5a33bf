-- The same as auth.identity_at, as a text to show: whoever has no account (run, schedule, terminal)
-- is called so.
CREATE OR REPLACE FUNCTION auth.name_at(wanted text, moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT i.name FROM auth.identity_at(wanted, moment) i), wanted)
$$;
