CREATE TABLE "quality"."proof" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quality"."proof_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"domain" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"rules" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"seconds" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality"."domain" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE INDEX "proof_domain_idx" ON "quality"."proof" USING btree ("domain","id");