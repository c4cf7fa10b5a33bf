CREATE TABLE "quality"."table_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quality"."table_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"domain" text NOT NULL,
	"dataset" text NOT NULL,
	"statement" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
