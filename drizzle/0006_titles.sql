CREATE TABLE "quality"."dataset" (
	"name" text PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"position" integer NOT NULL,
	"title" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality"."domain" ADD COLUMN "title" jsonb;