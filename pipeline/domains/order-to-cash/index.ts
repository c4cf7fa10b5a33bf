import { defineDomain } from '@/pipeline/engine/define/define'
import { gold } from './gold'
import { clientes } from './kna1'
import { clientesEmpresa } from './knb1'
import { titulosReceber } from './titulos'
import { ordensVenda } from './vbak'
import { ordensVendaItens } from './vbap'
import { faturasVenda } from './vbrk'
import { faturasVendaItens } from './vbrp'

/** SAP order-to-cash: from the customer master to the receivable. */
export const orderToCash = defineDomain(import.meta.url, {
  name: 'order-to-cash',
  title: {
    en: 'Order to cash',
    'pt-BR': 'Pedido ao recebimento',
    fr: "De la commande à l'encaissement",
  },
  datasets: [
    clientes,
    clientesEmpresa,
    ordensVenda,
    ordensVendaItens,
    faturasVenda,
    faturasVendaItens,
    titulosReceber,
  ],
  gold,
})
