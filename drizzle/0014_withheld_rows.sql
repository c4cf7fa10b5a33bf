CREATE TABLE "gold"."retida" (
	"quarantine_id" bigint PRIMARY KEY NOT NULL,
	"dominio" text NOT NULL,
	"conjuntos" text[] NOT NULL,
	"grupos" jsonb NOT NULL
);
