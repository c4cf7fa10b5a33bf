-- The open stock, kept by trigger in the transaction that changes it: exact at every commit and read
-- without counting. Writers of one domain take turns, so that the upserts never queue up. Grouped by
-- what it keeps: by the cause at the top, not by each row's own (20,000 items of as many orders wait
-- for a few hundred customers), and by the moment before the day.
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

CREATE OR REPLACE TRIGGER feed_stock_insert AFTER INSERT ON quality.quarantine
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();

CREATE OR REPLACE TRIGGER feed_stock_update AFTER UPDATE ON quality.quarantine
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();

CREATE OR REPLACE TRIGGER feed_stock_delete AFTER DELETE ON quality.quarantine
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION quality.feed_stock();
