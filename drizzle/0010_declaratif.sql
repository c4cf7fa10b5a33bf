CREATE TABLE "silver"."contrats" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"id_contrat" text,
	"id_personne" text,
	"date_effet" date,
	"montant" numeric(15, 2),
	"devise" text,
	"nom_titulaire" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."contrats" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"id_contrat" text,
	"id_personne" text,
	"date_effet" text,
	"montant" text,
	"devise" text
);
--> statement-breakpoint
CREATE TABLE "silver"."referentiel_personnes" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"id_personne" text,
	"nom_titulaire" text,
	"date_naissance" date,
	"date_creation" date
);
--> statement-breakpoint
CREATE TABLE "bronze"."referentiel_personnes" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"id_personne" text,
	"nom_titulaire" text,
	"date_naissance" text,
	"date_creation" text
);
--> statement-breakpoint
CREATE INDEX "contrats_run_idx" ON "bronze"."contrats" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "referentiel_personnes_run_idx" ON "bronze"."referentiel_personnes" USING brin ("_run","_n");