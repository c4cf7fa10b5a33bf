import { registerDomains } from '../declare/register'
import { declaratif } from './declaratif'
import { orderToCash } from './order-to-cash'

/** The domains that the product ships with, by name. */
export const domains = registerDomains([orderToCash, declaratif])
