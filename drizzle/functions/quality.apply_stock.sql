-- Adds changes to the open stock, by rule and by the cause at the top. Rows that come to nothing go.
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
