import { registerDomains } from '../declare/register'
import { declaratif } from './declaratif'
import { orderToCash } from './order-to-cash'
import { pedidos } from './pedidos'
import { vendas } from './vendas'

/** The domains that the product ships with, by name. */
export const domains = registerDomains([orderToCash, declaratif, vendas, pedidos])
