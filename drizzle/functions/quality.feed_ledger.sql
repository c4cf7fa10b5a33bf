-- The ledger is fed from the events, in the transaction that writes them, so that it is exact at
-- every commit. An event says what its row counted for in the open stock before and after; the
-- events of a statement are counted before they are split into what they left and what they entered.
CREATE OR REPLACE FUNCTION quality.feed_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
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
      (e.at AT TIME ZONE w.time_zone)::date AS day, e.rows, e.amount,
      CASE e.kind WHEN 'ENTERED' THEN 'in' WHEN 'REOPENED' THEN 'reopened'
        WHEN 'RULE_CHANGED' THEN 'moved_in' WHEN 'REVALUED' THEN 'revalued' END AS col
    FROM (
      SELECT dataset, rule, currency, at, kind, count(*) AS rows, coalesce(sum(amount), 0) AS amount
      FROM added WHERE open_to GROUP BY 1, 2, 3, 4, 5
    ) e, quality.workspace w
    UNION ALL
    SELECT e.dataset, e.rule_from, coalesce(e.currency_from, ''),
      (e.at AT TIME ZONE w.time_zone)::date,
      CASE WHEN e.kind = 'REVALUED' THEN -1 ELSE 1 END * e.rows,
      CASE WHEN e.kind = 'REVALUED' THEN -1 ELSE 1 END * e.amount,
      CASE e.kind WHEN 'EXITED' THEN 'out' WHEN 'RULE_CHANGED' THEN 'moved_out'
        WHEN 'REVALUED' THEN 'revalued' END
    FROM (
      SELECT dataset, rule_from, currency_from, at, kind, count(*) AS rows,
        coalesce(sum(amount_from), 0) AS amount
      FROM added WHERE open_from GROUP BY 1, 2, 3, 4, 5
    ) e, quality.workspace w
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

CREATE OR REPLACE TRIGGER feed_ledger AFTER INSERT ON quality.quarantine_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_ledger();
