ALTER TABLE "auth"."session" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."sign_in_try" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "disabled_at" timestamp with time zone;