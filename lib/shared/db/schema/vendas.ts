/** Table pair of the domain vendas. */
import { date, numeric, text } from 'drizzle-orm/pg-core'
import { bronzeTable, silverColumns } from './columns'
import { silver } from './schemas'

export const vendasBronze = bronzeTable('vendas', ['id', 'data', 'cliente_email', 'valor'])

export const vendas = silver.table('vendas', {
  ...silverColumns(),
  id: text('id'),
  data: date('data'),
  cliente_email: text('cliente_email'),
  valor: numeric('valor', { precision: 15, scale: 2 }),
})
