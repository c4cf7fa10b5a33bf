-- One workspace, one time zone in which days begin; `db:migrate` sets it from the environment.
INSERT INTO quality.workspace (id, time_zone) VALUES (1, 'America/Sao_Paulo');
--> statement-breakpoint
-- The ledger is fed from the events, in the transaction that writes them, so that it is exact at
-- every commit. An event says what its row counted for in the open stock before and after.
CREATE FUNCTION quality.feed_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quality.flow_daily AS f (
    dataset, rule, currency, day,
    in_rows, in_amount, reopened_rows, reopened_amount, moved_in_rows, moved_in_amount,
    revalued_rows, revalued_amount, out_rows, out_amount, moved_out_rows, moved_out_amount)
  SELECT dataset, rule, currency, day,
    coalesce(sum(rows) FILTER (WHERE col = 'in'), 0), coalesce(sum(amount) FILTER (WHERE col = 'in'), 0),
    coalesce(sum(rows) FILTER (WHERE col = 'reopened'), 0), coalesce(sum(amount) FILTER (WHERE col = 'reopened'), 0),
    coalesce(sum(rows) FILTER (WHERE col = 'moved_in'), 0), coalesce(sum(amount) FILTER (WHERE col = 'moved_in'), 0),
    coalesce(sum(rows) FILTER (WHERE col = 'revalued'), 0), coalesce(sum(amount) FILTER (WHERE col = 'revalued'), 0),
    coalesce(sum(rows) FILTER (WHERE col = 'out'), 0), coalesce(sum(amount) FILTER (WHERE col = 'out'), 0),
    coalesce(sum(rows) FILTER (WHERE col = 'moved_out'), 0), coalesce(sum(amount) FILTER (WHERE col = 'moved_out'), 0)
  FROM (
    SELECT e.dataset, e.rule, coalesce(e.currency, '') AS currency,
      (e.at AT TIME ZONE w.time_zone)::date AS day, 1 AS rows, coalesce(e.amount, 0) AS amount,
      CASE e.kind WHEN 'ENTERED' THEN 'in' WHEN 'REOPENED' THEN 'reopened'
        WHEN 'RULE_CHANGED' THEN 'moved_in' WHEN 'REVALUED' THEN 'revalued' END AS col
    FROM added e, quality.workspace w WHERE e.open_to
    UNION ALL
    SELECT e.dataset, e.rule_from, coalesce(e.currency_from, ''),
      (e.at AT TIME ZONE w.time_zone)::date,
      CASE WHEN e.kind = 'REVALUED' THEN -1 ELSE 1 END,
      CASE WHEN e.kind = 'REVALUED' THEN -1 ELSE 1 END * coalesce(e.amount_from, 0),
      CASE e.kind WHEN 'EXITED' THEN 'out' WHEN 'RULE_CHANGED' THEN 'moved_out'
        WHEN 'REVALUED' THEN 'revalued' END
    FROM added e, quality.workspace w WHERE e.open_from
  ) s
  WHERE col IS NOT NULL
  GROUP BY dataset, rule, currency, day
  ON CONFLICT (dataset, rule, currency, day) DO UPDATE SET
    in_rows = f.in_rows + excluded.in_rows, in_amount = f.in_amount + excluded.in_amount,
    reopened_rows = f.reopened_rows + excluded.reopened_rows,
    reopened_amount = f.reopened_amount + excluded.reopened_amount,
    moved_in_rows = f.moved_in_rows + excluded.moved_in_rows,
    moved_in_amount = f.moved_in_amount + excluded.moved_in_amount,
    revalued_rows = f.revalued_rows + excluded.revalued_rows,
    revalued_amount = f.revalued_amount + excluded.revalued_amount,
    out_rows = f.out_rows + excluded.out_rows, out_amount = f.out_amount + excluded.out_amount,
    moved_out_rows = f.moved_out_rows + excluded.moved_out_rows,
    moved_out_amount = f.moved_out_amount + excluded.moved_out_amount;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER feed_ledger AFTER INSERT ON quality.quarantine_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_ledger();
--> statement-breakpoint
-- Events are append-only, for everybody.
CREATE FUNCTION quality.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quality.% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON quality.quarantine_event
  FOR EACH STATEMENT EXECUTE FUNCTION quality.refuse_change();
