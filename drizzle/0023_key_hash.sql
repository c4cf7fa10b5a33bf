CREATE TYPE "quality"."disposition" AS ENUM('silver', 'quarantine', 'duplicate');--> statement-breakpoint
-- One name for one value: the key hash and the content hash are called in Silver and Gold as they are
-- in quarantine. Every table that carries them is renamed, those of an owner's own datasets too.
-- RENAME COLUMN touches the catalogue only, and partitions follow their table.
DO $$
DECLARE item record;
BEGIN
  FOR item IN
    SELECT c.oid::regclass AS tab, a.attname AS was,
      CASE a.attname WHEN '_chave' THEN 'key_hash' ELSE 'content_hash' END AS now
    FROM pg_class c
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace IN ('silver'::regnamespace, 'gold'::regnamespace)
      AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname IN ('_chave', '_conteudo') AND NOT a.attisdropped
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME COLUMN %I TO %I', item.tab, item.was, item.now);
  END LOOP;
  -- Primary keys of partitioned tables are named after their columns. Only those: newer servers name
  -- NOT NULL constraints too, which partitions inherit and which cannot be renamed one by one.
  FOR item IN
    SELECT c.conrelid::regclass AS tab, c.conname AS was, replace(c.conname, '__chave', '_key_hash') AS now
    FROM pg_constraint c
    WHERE c.connamespace = 'silver'::regnamespace AND c.conparentid = 0 AND c.contype = 'p'
      AND strpos(c.conname, '__chave_') > 0
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', item.tab, item.was, item.now);
  END LOOP;
END $$;
