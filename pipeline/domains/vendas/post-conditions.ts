/**
 * What must not stand in Silver, whatever let it through. Each is written without the pattern or
 * expression of the rule that it guards.
 */
import type { PostCondition } from '@/pipeline/engine/define/schema'

type Declared = Omit<PostCondition, 'when'>

/** The text without what padding leaves around it; '' for NULL. */
const bare = (text: string) => `btrim(coalesce(${text}, ''), E' \\t\\r\\n\\u00a0')`

const postCondition = (code: string, text: PostCondition['text'], where: string): Declared => ({
  code,
  text,
  sql: `SELECT coalesce(v.id, v.key_hash::text) AS key FROM silver.vendas v WHERE ${where}`,
})

export const postConditions: Declared[] = [
  postCondition(
    'VENDA_SEM_ID',
    {
      en: 'Every sale in Silver has an id',
      'pt-BR': 'Toda venda na Silver tem id',
      fr: 'Chaque vente de Silver a un id',
    },
    `${bare('v.id')} = ''`,
  ),
  {
    code: 'VENDA_ID_REPETIDO',
    text: {
      en: 'No id stands twice in Silver',
      'pt-BR': 'Nenhum id aparece duas vezes na Silver',
      fr: "Aucun id n'est deux fois dans Silver",
    },
    sql: `SELECT ${bare('id')} AS key FROM silver.vendas GROUP BY 1 HAVING count(*) > 1`,
  },
  postCondition(
    'VENDA_SEM_DATA',
    {
      en: 'Every sale in Silver has a date',
      'pt-BR': 'Toda venda na Silver tem data',
      fr: 'Chaque vente de Silver a une date',
    },
    'v.data IS NULL',
  ),
  postCondition(
    'VENDA_VALOR_IMPOSSIVEL',
    {
      en: 'Every sale in Silver has a value above 0 and at most one million',
      'pt-BR': 'Toda venda na Silver tem valor acima de 0 e até um milhão',
      fr: "Chaque vente de Silver a une valeur au-dessus de 0 et d'au plus un million",
    },
    'v.valor IS NULL OR sign(v.valor) < 1 OR v.valor > 1000000',
  ),
  // By counting and splitting, not by pattern: one @, something before it, behind it at least two
  // labels of letters, digits and inner hyphens, the last one of letters.
  postCondition(
    'VENDA_EMAIL_IMPOSSIVEL',
    {
      en: 'Every sale in Silver has an e-mail address that can be one',
      'pt-BR': 'Toda venda na Silver tem um e-mail possível',
      fr: 'Chaque vente de Silver a une adresse e-mail possible',
    },
    `coalesce(v.cliente_email, '') = ''
      OR length(v.cliente_email) - length(replace(v.cliente_email, '@', '')) <> 1
      OR split_part(v.cliente_email, '@', 1) = ''
      OR ltrim(lower(split_part(v.cliente_email, '@', 1)),
        'abcdefghijklmnopqrstuvwxyz0123456789._%+-') <> ''
      OR cardinality(string_to_array(split_part(v.cliente_email, '@', 2), '.')) < 2
      OR EXISTS (SELECT FROM unnest(string_to_array(lower(split_part(v.cliente_email, '@', 2)), '.'))
          AS label WHERE label = '' OR left(label, 1) = '-' OR right(label, 1) = '-'
            OR ltrim(label, 'abcdefghijklmnopqrstuvwxyz0123456789-') <> '')
      OR length(split_part(v.cliente_email, '.', -1)) < 2
      OR ltrim(lower(split_part(v.cliente_email, '.', -1)), 'abcdefghijklmnopqrstuvwxyz') <> ''`,
  ),
]
