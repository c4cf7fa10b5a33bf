/** A parent and a child that the declaration tests damage. */
import { domain, type ShortDataset } from '@/pipeline/tools/testing/declare'

export const PARENT: ShortDataset = {
  name: 'pais',
  columns: { id: 'text', nome: 'text', oculto: { type: 'text', hidden: true, from: 'nome' } },
}
export const CHILD: ShortDataset = {
  name: 'filhos',
  columns: { id: 'text', pai: 'text', v: 'numeric(15,2)', q: 'integer', extra: 'text' },
  enrichments: [{ from: 'pais', on: { id: 'pai' }, columns: { extra: 'nome' } }],
}
export const reference = (more: object = {}): NonNullable<ShortDataset['rules']>[number] => ({
  code: 'SEM_PAI',
  kind: 'reference',
  name: 'pai',
  to: 'pais',
  columns: { id: 'pai' },
  ...more,
})
/** A domain of the two, the child with something else about it. */
export const twin = (more: object) => () => domain([PARENT, { ...CHILD, ...more }])
