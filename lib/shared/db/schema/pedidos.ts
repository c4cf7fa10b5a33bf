/** Table pair of the domain pedidos; Silver is partitioned by year and month. */
import { date, integer, numeric, text } from 'drizzle-orm/pg-core'
import { bronzeTable, partitionedBy, partitionedColumns } from './columns'
import { silver } from './schemas'

export const pedidosBronze = bronzeTable('pedidos', [
  'id_pedido',
  'id_estabelecimento',
  'data_pedido',
  'status_pedido',
  'valor_total',
])

/**
 * Drizzle cannot say PARTITION BY RANGE (ano, mes): the migration that creates the table does. The
 * engine adds the partitions, one per month.
 */
export const pedidos = silver.table(
  'pedidos',
  {
    ...partitionedColumns(),
    id_pedido: text('id_pedido'),
    id_estabelecimento: text('id_estabelecimento'),
    data_pedido: date('data_pedido'),
    status_pedido: text('status_pedido'),
    valor_total: numeric('valor_total', { precision: 15, scale: 2 }),
    ano: integer('ano').notNull(),
    mes: integer('mes').notNull(),
    dia_semana: integer('dia_semana'),
  },
  (t) => [partitionedBy(t.key_hash, t.ano, t.mes)],
)
