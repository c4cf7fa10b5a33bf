/** What a domain of one's own imports, as `lazaret`. */
export { defineDataset, defineDomain } from './define'
export { defineGold } from './gold'
export type { Dataset, DatasetInput, Domain, DomainInput, Rule } from './schema'
