-- What a run makes of a quarantined row's text. The declarations bring the real one with them
-- (pipeline/sync/typed.ts), by the very casts of the run; until then nothing is known.
CREATE FUNCTION quality.typed_values(row_id bigint) RETURNS jsonb
  LANGUAGE sql STABLE AS 'SELECT NULL::jsonb';
