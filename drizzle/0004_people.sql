CREATE TABLE "quality"."domain" (
	"name" text PRIMARY KEY NOT NULL,
	"expect_every_hours" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality"."command" (
	"request_id" text PRIMARY KEY NOT NULL,
	"verb" text NOT NULL,
	"actor" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"input" jsonb NOT NULL,
	"result" jsonb
);
--> statement-breakpoint
ALTER TABLE "quality"."rule" ADD COLUMN "warn_days_override" integer;--> statement-breakpoint
ALTER TABLE "quality"."rule" ADD COLUMN "critical_days_override" integer;--> statement-breakpoint
ALTER TABLE "quality"."rule" ADD COLUMN "replay_override" text;--> statement-breakpoint
CREATE INDEX "command_at_idx" ON "quality"."command" USING btree ("at");