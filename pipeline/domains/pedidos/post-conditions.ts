/**
 * What must not stand in Silver, whatever let it through. Each is written without the expression
 * of the rule that it guards.
 */
import type { PostCondition } from '@/pipeline/engine/define/schema'

type Declared = Omit<PostCondition, 'when'>

/** The text without what padding leaves around it; '' for NULL. */
const bare = (text: string) => `btrim(coalesce(${text}, ''), E' \\t\\r\\n\\u00a0')`

const postCondition = (code: string, text: PostCondition['text'], where: string): Declared => ({
  code,
  text,
  sql: `SELECT coalesce(p.id_pedido, p.key_hash::text) AS key FROM silver.pedidos p WHERE ${where}`,
})

export const postConditions: Declared[] = [
  // The primary key holds year and month, so the table alone would let an order stand in two.
  {
    code: 'PEDIDO_EM_DUAS_PARTICOES',
    text: {
      en: 'No order stands twice in Silver, whatever its month',
      'pt-BR': 'Nenhum pedido aparece duas vezes na Silver, seja qual for o mês',
      fr: "Aucune commande n'est deux fois dans Silver, quel que soit le mois",
    },
    sql: `SELECT ${bare('id_pedido')} AS key FROM silver.pedidos GROUP BY 1 HAVING count(*) > 1`,
  },
  postCondition(
    'PEDIDO_SEM_ID',
    {
      en: 'Every order in Silver has an id',
      'pt-BR': 'Todo pedido na Silver tem id',
      fr: 'Chaque commande de Silver a un id',
    },
    `${bare('p.id_pedido')} = ''`,
  ),
  postCondition(
    'PEDIDO_SEM_ESTABELECIMENTO',
    {
      en: 'Every order in Silver names its establishment',
      'pt-BR': 'Todo pedido na Silver informa o estabelecimento',
      fr: 'Chaque commande de Silver nomme son établissement',
    },
    `${bare('p.id_estabelecimento')} = ''`,
  ),
  postCondition(
    'PEDIDO_FORA_DO_MES',
    {
      en: 'Every order in Silver has a date of this century, and year, month and weekday are its own',
      'pt-BR':
        'Todo pedido na Silver tem data deste século, e ano, mês e dia da semana são os dela',
      fr: 'Chaque commande de Silver a une date de ce siècle, et année, mois et jour sont les siens',
    },
    `coalesce(to_char(p.data_pedido, 'YYYY-FMMM-D'), '') <> concat_ws('-', p.ano, p.mes, p.dia_semana)
      OR left(p.ano::text, 2) <> '20'`,
  ),
  postCondition(
    'PEDIDO_STATUS_ESTRANHO',
    {
      en: 'Every order in Silver is confirmed, in preparation, on its way or delivered',
      'pt-BR': 'Todo pedido na Silver está confirmado, em preparo, em entrega ou entregue',
      fr: 'Chaque commande de Silver est confirmée, en préparation, en route ou livrée',
    },
    `coalesce(position('|' || p.status_pedido || '|'
      IN '|confirmado|em_preparo|em_entrega|entregue|'), 0) = 0`,
  ),
  postCondition(
    'PEDIDO_SEM_VALOR',
    {
      en: 'Every order in Silver has a total above 0',
      'pt-BR': 'Todo pedido na Silver tem valor total acima de 0',
      fr: 'Chaque commande de Silver a un total au-dessus de 0',
    },
    'coalesce(sign(p.valor_total), 0) < 1',
  ),
]
