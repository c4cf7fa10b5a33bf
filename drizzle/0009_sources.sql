-- Drizzle cannot say PARTITION BY; lib/db/schema/pedidos.ts says the rest. The partitions, one per
-- month, come with the rows (pipeline/judge/partitions.ts); there is no default one.
CREATE TABLE "silver"."pedidos" (
	"_chave" uuid NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"id_pedido" text,
	"id_estabelecimento" text,
	"data_pedido" date,
	"status_pedido" text,
	"valor_total" numeric(15, 2),
	"ano" integer NOT NULL,
	"mes" integer NOT NULL,
	"dia_semana" integer,
	CONSTRAINT "pedidos__chave_ano_mes_pk" PRIMARY KEY("_chave","ano","mes")
) PARTITION BY RANGE ("ano","mes");
--> statement-breakpoint
CREATE TABLE "bronze"."pedidos" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"id_pedido" text,
	"id_estabelecimento" text,
	"data_pedido" text,
	"status_pedido" text,
	"valor_total" text
);
--> statement-breakpoint
CREATE TABLE "silver"."vendas" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"id" text,
	"data" date,
	"cliente_email" text,
	"valor" numeric(15, 2)
);
--> statement-breakpoint
CREATE TABLE "bronze"."vendas" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"id" text,
	"data" text,
	"cliente_email" text,
	"valor" text
);
--> statement-breakpoint
CREATE INDEX "pedidos_run_idx" ON "bronze"."pedidos" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "vendas_run_idx" ON "bronze"."vendas" USING brin ("_run","_n");