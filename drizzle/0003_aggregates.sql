-- The open stock, kept by trigger in the transaction that changes it: exact at every commit and
-- read without counting. Writers of one domain take turns, so that the upserts never queue up.
CREATE TYPE quality.stock_change AS (
  dataset text, rule text, currency text, first_day date, ready boolean,
  cause_id bigint, root_cause_id bigint, rows bigint, amount numeric
);
--> statement-breakpoint
CREATE FUNCTION quality.apply_stock(changes quality.stock_change[]) RETURNS void LANGUAGE plpgsql AS $$
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
  SELECT c.root_cause_id, c.dataset, c.currency, c.cause_id = c.root_cause_id, sum(c.rows),
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
CREATE FUNCTION quality.feed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM quality.workspace);
  changes quality.stock_change[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(c.*)::quality.stock_change) INTO changes FROM (
      SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, (q.first_seen AT TIME ZONE zone)::date AS day,
        q.ready, q.cause_id, coalesce(q.root_cause_id, q.cause_id) AS root, count(*) AS n,
        coalesce(sum(q.amount), 0) AS amount
      FROM after q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7) c;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(ROW(c.*)::quality.stock_change) INTO changes FROM (
      SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, (q.first_seen AT TIME ZONE zone)::date AS day,
        q.ready, q.cause_id, coalesce(q.root_cause_id, q.cause_id) AS root, -count(*) AS n,
        -coalesce(sum(q.amount), 0) AS amount
      FROM before q WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5, 6, 7) c;
  ELSE
    SELECT array_agg(ROW(c.*)::quality.stock_change) INTO changes FROM (
      SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency, (q.first_seen AT TIME ZONE zone)::date AS day,
        q.ready, q.cause_id, coalesce(q.root_cause_id, q.cause_id) AS root, sum(q.sign) AS n,
        sum(q.sign * coalesce(q.amount, 0)) AS amount
      FROM (
        SELECT dataset, rule, currency, first_seen, ready, cause_id, root_cause_id, amount, 1 AS sign
        FROM after WHERE statut = 'A_TRAITER'
        UNION ALL
        SELECT dataset, rule, currency, first_seen, ready, cause_id, root_cause_id, amount, -1
        FROM before WHERE statut = 'A_TRAITER'
      ) q GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(q.sign) <> 0 OR sum(q.sign * coalesce(q.amount, 0)) <> 0) c;
  END IF;
  IF changes IS NOT NULL THEN PERFORM quality.apply_stock(changes); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER feed_stock_insert AFTER INSERT ON quality.quarantine
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();
--> statement-breakpoint
CREATE TRIGGER feed_stock_update AFTER UPDATE ON quality.quarantine
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();
--> statement-breakpoint
CREATE TRIGGER feed_stock_delete AFTER DELETE ON quality.quarantine
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();
--> statement-breakpoint
-- Rows that were there before these tables: count them once.
INSERT INTO quality.stock (dataset, rule, currency, first_day, ready, rows, amount)
SELECT q.dataset, q.rule, coalesce(q.currency, ''), (q.first_seen AT TIME ZONE w.time_zone)::date, q.ready,
  count(*), coalesce(sum(q.amount), 0)
FROM quality.quarantine q, quality.workspace w WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5;
