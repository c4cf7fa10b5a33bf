ALTER TABLE quality.rule RENAME COLUMN sap TO source_hint;
