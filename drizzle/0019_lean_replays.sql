DROP INDEX "quality"."replay_item_open_idx";--> statement-breakpoint
ALTER TABLE "quality"."replay_item" DROP CONSTRAINT "replay_item_replay_id_quarantine_id_pk";--> statement-breakpoint
ALTER TABLE "quality"."replay_item" ADD CONSTRAINT "replay_item_replay_id_dataset_key_hash_quarantine_id_pk" PRIMARY KEY("replay_id","dataset","key_hash","quarantine_id");
--> statement-breakpoint
-- Every row is written once and given its outcome once: half of each page is kept for that.
ALTER TABLE quality.replay_item SET (fillfactor = 50);
--> statement-breakpoint
-- The stock by trigger, as before, but grouped by what it keeps: by the cause at the top, not by
-- each row's own (20,000 items of as many orders wait for a few hundred customers), and by the
-- moment before the day.
CREATE OR REPLACE FUNCTION quality.feed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM quality.workspace);
  changes quality.stock_change[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(c.dataset, c.rule, c.currency, (c.first_seen AT TIME ZONE zone)::date, c.ready,
      c.own, c.root, c.n, c.amount)::quality.stock_change) INTO changes FROM (
      SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, q.first_seen, q.ready,
        CASE WHEN q.cause_id = coalesce(q.root_cause_id, q.cause_id) THEN q.cause_id END AS own,
        coalesce(q.root_cause_id, q.cause_id) AS root, count(*) AS n, coalesce(sum(q.amount), 0) AS amount
      FROM after q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7) c;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(ROW(c.dataset, c.rule, c.currency, (c.first_seen AT TIME ZONE zone)::date, c.ready,
      c.own, c.root, -c.n, -c.amount)::quality.stock_change) INTO changes FROM (
      SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, q.first_seen, q.ready,
        CASE WHEN q.cause_id = coalesce(q.root_cause_id, q.cause_id) THEN q.cause_id END AS own,
        coalesce(q.root_cause_id, q.cause_id) AS root, count(*) AS n, coalesce(sum(q.amount), 0) AS amount
      FROM before q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7) c;
  ELSE
    SELECT array_agg(ROW(c.dataset, c.rule, c.currency, (c.first_seen AT TIME ZONE zone)::date, c.ready,
      c.own, c.root, c.n, c.amount)::quality.stock_change) INTO changes FROM (
      SELECT s.dataset, s.rule, s.currency, s.first_seen, s.ready, s.own, s.root, sum(s.n) AS n,
        sum(s.amount) AS amount
      FROM (
        SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, q.first_seen, q.ready,
          CASE WHEN q.cause_id = coalesce(q.root_cause_id, q.cause_id) THEN q.cause_id END AS own,
          coalesce(q.root_cause_id, q.cause_id) AS root, count(*) AS n, coalesce(sum(q.amount), 0) AS amount
        FROM after q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7
        UNION ALL
        SELECT q.dataset, q.rule, coalesce(q.currency, ''), q.first_seen, q.ready,
          CASE WHEN q.cause_id = coalesce(q.root_cause_id, q.cause_id) THEN q.cause_id END,
          coalesce(q.root_cause_id, q.cause_id), -count(*), -coalesce(sum(q.amount), 0)
        FROM before q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7
      ) s GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(s.n) <> 0 OR sum(s.amount) <> 0) c;
  END IF;
  IF changes IS NOT NULL THEN PERFORM quality.apply_stock(changes); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION quality.apply_stock(changes quality.stock_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quality.stock AS s (dataset, rule, currency, first_day, ready, rows, amount)
  SELECT c.dataset, c.rule, c.currency, c.first_day, c.ready, sum(c.rows), sum(c.amount)
  FROM unnest(changes) c GROUP BY 1, 2, 3, 4, 5
  HAVING sum(c.rows) <> 0 OR sum(c.amount) <> 0
  ON CONFLICT (dataset, rule, currency, first_day, ready)
  DO UPDATE SET rows = s.rows + excluded.rows, amount = s.amount + excluded.amount;
  DELETE FROM quality.stock s USING (
    SELECT DISTINCT dataset, rule, currency, first_day, ready FROM unnest(changes)
  ) c WHERE s.rows = 0 AND s.dataset = c.dataset AND s.rule = c.rule AND s.currency = c.currency
    AND s.first_day = c.first_day AND s.ready = c.ready;
  INSERT INTO quality.cause_stock AS s (cause_id, dataset, currency, direct, rows, ready, amount)
  SELECT c.root_cause_id, c.dataset, c.currency, c.cause_id IS NOT NULL, sum(c.rows),
    coalesce(sum(c.rows) FILTER (WHERE c.ready), 0), sum(c.amount)
  FROM unnest(changes) c WHERE c.root_cause_id IS NOT NULL GROUP BY 1, 2, 3, 4
  HAVING sum(c.rows) <> 0 OR sum(c.amount) <> 0 OR sum(c.rows) FILTER (WHERE c.ready) <> 0
  ON CONFLICT (cause_id, dataset, currency, direct)
  DO UPDATE SET rows = s.rows + excluded.rows, ready = s.ready + excluded.ready,
    amount = s.amount + excluded.amount;
  DELETE FROM quality.cause_stock s USING (
    SELECT DISTINCT root_cause_id FROM unnest(changes)
  ) c WHERE s.rows = 0 AND s.cause_id = c.root_cause_id;
END $$;
--> statement-breakpoint
-- The ledger by trigger, as before, but the events of a statement are counted before they are
-- split into what they left and what they entered.
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
--> statement-breakpoint
-- A row that waits learns again and again what it waits for. With room on its page that touches no
-- index (there are eight).
ALTER TABLE quality.quarantine SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE quality.quarantine_ref SET (fillfactor = 70);
