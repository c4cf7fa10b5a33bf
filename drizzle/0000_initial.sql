CREATE SCHEMA "bronze";
--> statement-breakpoint
CREATE SCHEMA "quality";
--> statement-breakpoint
CREATE SCHEMA "silver";
--> statement-breakpoint
CREATE TABLE "bronze"."bsad" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"bukrs" text,
	"kunnr" text,
	"gjahr" text,
	"belnr" text,
	"buzei" text,
	"budat" text,
	"bldat" text,
	"blart" text,
	"shkzg" text,
	"waers" text,
	"dmbtr" text,
	"wrbtr" text,
	"zfbdt" text,
	"zterm" text,
	"zbd1t" text,
	"vbeln" text,
	"augdt" text,
	"augbl" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."bsid" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"bukrs" text,
	"kunnr" text,
	"gjahr" text,
	"belnr" text,
	"buzei" text,
	"budat" text,
	"bldat" text,
	"blart" text,
	"shkzg" text,
	"waers" text,
	"dmbtr" text,
	"wrbtr" text,
	"zfbdt" text,
	"zterm" text,
	"zbd1t" text,
	"vbeln" text,
	"augdt" text,
	"augbl" text
);
--> statement-breakpoint
CREATE TABLE "silver"."clientes" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_cliente" text,
	"razao_social" text,
	"cnpj" text,
	"cidade" text,
	"uf" text,
	"ramo_atividade" text,
	"descricao_ramo" text,
	"data_cadastro" date,
	"cnpj_ausente" boolean,
	"cond_pagamento" text,
	"prazo_pagamento_dias" integer
);
--> statement-breakpoint
CREATE TABLE "silver"."clientes_empresa" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_cliente" text,
	"empresa" text,
	"conta_reconciliacao" text,
	"cond_pagamento" text,
	"prazo_pagamento_dias" integer,
	"data_cadastro" date
);
--> statement-breakpoint
CREATE TABLE "silver"."faturas_venda" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_fatura" text,
	"tipo_fatura" text,
	"data_fatura" date,
	"cod_cliente" text,
	"empresa" text,
	"valor_liquido" numeric(15, 2),
	"valor_imposto" numeric(15, 2),
	"moeda" text,
	"cond_pagamento" text
);
--> statement-breakpoint
CREATE TABLE "silver"."faturas_venda_itens" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_fatura" text,
	"item" text,
	"cod_ordem_origem" text,
	"item_ordem_origem" text,
	"cod_material" text,
	"quantidade_faturada" numeric(15, 3),
	"unidade" text,
	"valor_liquido" numeric(15, 2)
);
--> statement-breakpoint
CREATE TABLE "bronze"."kna1" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"kunnr" text,
	"land1" text,
	"name1" text,
	"ort01" text,
	"regio" text,
	"stcd1" text,
	"ktokd" text,
	"brsch" text,
	"erdat" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."knb1" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"kunnr" text,
	"bukrs" text,
	"akont" text,
	"zterm" text,
	"erdat" text
);
--> statement-breakpoint
CREATE TABLE "silver"."ordens_venda" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_ordem" text,
	"cod_cliente" text,
	"data_ordem" date,
	"tipo_ordem" text,
	"org_vendas" text,
	"canal_distribuicao" text,
	"valor_liquido" numeric(15, 2),
	"moeda" text,
	"cond_pagamento" text
);
--> statement-breakpoint
CREATE TABLE "silver"."ordens_venda_itens" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"cod_ordem" text,
	"item" text,
	"cod_material" text,
	"descricao_material" text,
	"quantidade" numeric(15, 3),
	"unidade" text,
	"valor_liquido" numeric(15, 2),
	"moeda" text
);
--> statement-breakpoint
CREATE TABLE "silver"."titulos_receber" (
	"_chave" uuid PRIMARY KEY NOT NULL,
	"_conteudo" uuid NOT NULL,
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_flags" text[],
	"mandante" text,
	"empresa" text,
	"ano_fiscal" text,
	"cod_documento" text,
	"item_documento" text,
	"cod_cliente" text,
	"cod_fatura" text,
	"valor" numeric(15, 2),
	"valor_documento" numeric(15, 2),
	"moeda" text,
	"data_lancamento" date,
	"data_documento" date,
	"tipo_documento" text,
	"data_base" date,
	"prazo_dias" integer,
	"cond_pagamento" text,
	"data_vencimento" date,
	"data_pagamento" date,
	"doc_pagamento" text,
	"status" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."vbak" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"vbeln" text,
	"erdat" text,
	"auart" text,
	"vkorg" text,
	"vtweg" text,
	"spart" text,
	"kunnr" text,
	"netwr" text,
	"waerk" text,
	"bukrs_vf" text,
	"zterm" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."vbap" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"vbeln" text,
	"posnr" text,
	"matnr" text,
	"arktx" text,
	"kwmeng" text,
	"vrkme" text,
	"netwr" text,
	"waerk" text,
	"erdat" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."vbrk" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"vbeln" text,
	"fkart" text,
	"fkdat" text,
	"kunag" text,
	"bukrs" text,
	"netwr" text,
	"mwsbk" text,
	"waerk" text,
	"zterm" text
);
--> statement-breakpoint
CREATE TABLE "bronze"."vbrp" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"_linha" integer NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"_extra" jsonb,
	"mandt" text,
	"vbeln" text,
	"posnr" text,
	"aubel" text,
	"aupos" text,
	"matnr" text,
	"fkimg" text,
	"vrkme" text,
	"netwr" text
);
--> statement-breakpoint
CREATE TABLE "quality"."flow_daily" (
	"dataset" text NOT NULL,
	"rule" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"in_rows" integer DEFAULT 0 NOT NULL,
	"in_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	"reopened_rows" integer DEFAULT 0 NOT NULL,
	"reopened_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	"moved_in_rows" integer DEFAULT 0 NOT NULL,
	"moved_in_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	"revalued_rows" integer DEFAULT 0 NOT NULL,
	"revalued_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	"out_rows" integer DEFAULT 0 NOT NULL,
	"out_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	"moved_out_rows" integer DEFAULT 0 NOT NULL,
	"moved_out_amount" numeric(20, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "flow_daily_dataset_rule_currency_day_pk" PRIMARY KEY("dataset","rule","currency","day")
);
--> statement-breakpoint
CREATE TABLE "quality"."quarantine" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "quality"."quarantine_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dataset" text NOT NULL,
	"key_hash" uuid NOT NULL,
	"occurrence" integer NOT NULL,
	"content_hash" uuid NOT NULL,
	"rule" text NOT NULL,
	"other_rules" text[] NOT NULL,
	"statut" text NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"exit_reason" text,
	"amount" numeric(15, 2),
	"currency" text,
	"key_text" text,
	"customer" text,
	"invoice" text,
	"unmet" smallint NOT NULL,
	"ready" boolean DEFAULT false NOT NULL,
	"run_id" integer NOT NULL,
	"n" integer NOT NULL,
	"previous_id" bigint
);
--> statement-breakpoint
CREATE TABLE "quality"."quarantine_event" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "quality"."quarantine_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"quarantine_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"actor" text NOT NULL,
	"run_id" integer,
	"dataset" text NOT NULL,
	"open_from" boolean NOT NULL,
	"rule_from" text,
	"currency_from" text,
	"amount_from" numeric(15, 2),
	"open_to" boolean NOT NULL,
	"rule" text NOT NULL,
	"currency" text,
	"amount" numeric(15, 2),
	"note" text
);
--> statement-breakpoint
CREATE TABLE "quality"."quarantine_payload" (
	"quarantine_id" bigint PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"line_to" integer NOT NULL,
	"raw" jsonb,
	"bytes" "bytea",
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "quality"."quarantine_ref" (
	"quarantine_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"parent" text NOT NULL,
	"parent_key" uuid,
	"parent_text" text,
	"state" smallint NOT NULL,
	CONSTRAINT "quarantine_ref_quarantine_id_ref_pk" PRIMARY KEY("quarantine_id","ref")
);
--> statement-breakpoint
CREATE TABLE "quality"."rule" (
	"dataset" text NOT NULL,
	"code" text NOT NULL,
	"domain" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"fingerprint" text NOT NULL,
	"texts" jsonb NOT NULL,
	"sap" jsonb NOT NULL,
	"owner" text NOT NULL,
	"severity" text NOT NULL,
	"warn_days" integer NOT NULL,
	"critical_days" integer NOT NULL,
	"replay" text NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "rule_dataset_code_pk" PRIMARY KEY("dataset","code")
);
--> statement-breakpoint
CREATE TABLE "quality"."check_result" (
	"run_id" integer NOT NULL,
	"name" text NOT NULL,
	"dataset" text,
	"ok" boolean NOT NULL,
	"expected" text NOT NULL,
	"found" text NOT NULL,
	"sample" jsonb,
	CONSTRAINT "check_result_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
CREATE TABLE "quality"."dataset_state" (
	"dataset" text PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"fingerprint" text NOT NULL,
	"last_run" integer,
	"last_full_run" integer,
	"last_full_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "quality"."duplicate" (
	"run_id" integer NOT NULL,
	"dataset" text NOT NULL,
	"n" integer NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"key_text" text,
	"winner_run" integer NOT NULL,
	"winner_n" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bronze"."malformed" (
	"_run" integer NOT NULL,
	"_n" integer NOT NULL,
	"dataset" text NOT NULL,
	"source" text NOT NULL,
	"_arquivo_origem" text NOT NULL,
	"_linha" integer NOT NULL,
	"_linha_fim" integer NOT NULL,
	"_ingestao_em" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "malformed_dataset__run__n_pk" PRIMARY KEY("dataset","_run","_n")
);
--> statement-breakpoint
CREATE TABLE "quality"."run" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "quality"."run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"domain" text NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"delivery" text,
	"sequence" integer,
	"as_of" timestamp with time zone NOT NULL,
	"key_date" date,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"accept_shrink" boolean DEFAULT false NOT NULL,
	"error" jsonb,
	"timings" jsonb,
	"notes" jsonb
);
--> statement-breakpoint
CREATE TABLE "quality"."run_dataset" (
	"run_id" integer NOT NULL,
	"dataset" text NOT NULL,
	"mode" text NOT NULL,
	"received" integer NOT NULL,
	"malformed" integer NOT NULL,
	"silver" integer NOT NULL,
	"quarantined" integer NOT NULL,
	"duplicates" integer NOT NULL,
	"flagged" integer NOT NULL,
	"silver_before" integer NOT NULL,
	"entered" integer NOT NULL,
	"withheld" integer NOT NULL,
	"withdrawn" integer NOT NULL,
	"silver_after" integer NOT NULL,
	"rewritten" integer NOT NULL,
	"rules" jsonb NOT NULL,
	CONSTRAINT "run_dataset_run_id_dataset_pk" PRIMARY KEY("run_id","dataset")
);
--> statement-breakpoint
CREATE TABLE "quality"."run_file" (
	"run_id" integer NOT NULL,
	"source" text NOT NULL,
	"file" text NOT NULL,
	"dataset" text NOT NULL,
	"received" integer NOT NULL,
	"malformed" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"extra_columns" text[] NOT NULL,
	"notes" text[] NOT NULL,
	CONSTRAINT "run_file_run_id_file_pk" PRIMARY KEY("run_id","file")
);
--> statement-breakpoint
CREATE TABLE "quality"."workspace" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality"."check_result" ADD CONSTRAINT "check_result_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "quality"."run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality"."run_dataset" ADD CONSTRAINT "run_dataset_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "quality"."run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality"."run_file" ADD CONSTRAINT "run_file_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "quality"."run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bsad_run_idx" ON "bronze"."bsad" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "bsid_run_idx" ON "bronze"."bsid" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "kna1_run_idx" ON "bronze"."kna1" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "knb1_run_idx" ON "bronze"."knb1" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "vbak_run_idx" ON "bronze"."vbak" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "vbap_run_idx" ON "bronze"."vbap" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "vbrk_run_idx" ON "bronze"."vbrk" USING brin ("_run","_n");--> statement-breakpoint
CREATE INDEX "vbrp_run_idx" ON "bronze"."vbrp" USING brin ("_run","_n");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_live_idx" ON "quality"."quarantine" USING btree ("dataset","key_hash","occurrence") WHERE statut <> 'SOLDEE';--> statement-breakpoint
CREATE INDEX "quarantine_settled_idx" ON "quality"."quarantine" USING btree ("dataset","key_hash") WHERE statut = 'SOLDEE';--> statement-breakpoint
CREATE INDEX "quarantine_rule_idx" ON "quality"."quarantine" USING btree ("dataset","rule","id") WHERE statut <> 'SOLDEE';--> statement-breakpoint
CREATE INDEX "quarantine_event_row_idx" ON "quality"."quarantine_event" USING btree ("quarantine_id","id");--> statement-breakpoint
CREATE INDEX "quarantine_ref_parent_idx" ON "quality"."quarantine_ref" USING btree ("parent","parent_key");--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_row_idx" ON "quality"."duplicate" USING btree ("dataset","run_id","n");--> statement-breakpoint
CREATE INDEX "run_domain_idx" ON "quality"."run" USING btree ("domain","id");