CREATE TABLE "gold"."faturamento_mensal" (
	"moeda" text NOT NULL,
	"ano" integer NOT NULL,
	"mes" integer NOT NULL,
	"id_estabelecimento" text NOT NULL,
	"faturamento_mes" numeric(24, 2) NOT NULL,
	"qtd_pedidos" integer NOT NULL,
	"ticket_medio" numeric,
	CONSTRAINT "faturamento_mensal_moeda_ano_mes_id_estabelecimento_pk" PRIMARY KEY("moeda","ano","mes","id_estabelecimento")
);
--> statement-breakpoint
CREATE TABLE "gold"."faturamento_por_mes" (
	"moeda" text NOT NULL,
	"ano" integer NOT NULL,
	"mes" integer NOT NULL,
	"faturamento_mes" numeric(24, 2) NOT NULL,
	"qtd_pedidos" integer NOT NULL,
	"ticket_medio" numeric,
	CONSTRAINT "faturamento_por_mes_moeda_ano_mes_pk" PRIMARY KEY("moeda","ano","mes")
);
--> statement-breakpoint
CREATE TABLE "gold"."pedidos_total" (
	"id_pedido" text PRIMARY KEY NOT NULL,
	"id_estabelecimento" text,
	"data_pedido" date,
	"ano" integer NOT NULL,
	"mes" integer NOT NULL,
	"moeda" text NOT NULL,
	"valor_pedido" numeric(15, 2) NOT NULL
);
