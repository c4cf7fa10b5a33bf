export const stock = {
  title: { en: 'Stock', 'pt-BR': 'Estoque', fr: 'Stock' },
  openRows: { en: 'Open', 'pt-BR': 'Abertas', fr: 'Ouvertes' },
  thisWeek: { en: 'Last 7 days', 'pt-BR': 'Últimos 7 dias', fr: '7 derniers jours' },
  inOut: {
    en: '+{in} in, −{out} out',
    'pt-BR': '+{in} entradas, −{out} saídas',
    fr: '+{in} entrées, −{out} sorties',
  },
  fourWeeks: { en: '4 weeks: {rate}', 'pt-BR': '4 semanas: {rate}', fr: '4 semaines : {rate}' },
  noneIn: { en: '– ({out} out)', 'pt-BR': '– ({out} saídas)', fr: '– ({out} sorties)' },
  sameMoney: {
    en: 'not added up: the same money appears in several datasets',
    'pt-BR': 'sem somar: o mesmo dinheiro aparece em vários conjuntos',
    fr: 'non additionné : le même argent figure dans plusieurs jeux',
  },
  moneyOpen: { en: 'Money', 'pt-BR': 'Valor', fr: 'Montant' },
  replayReady: { en: 'Replay {n}', 'pt-BR': 'Reprocessar {n}', fr: 'Rejouer {n}' },
  caption: { en: 'Stock by rule', 'pt-BR': 'Estoque por regra', fr: 'Stock par règle' },
  waitBehind: {
    en: '{n, plural, one {# row waits} other {# rows wait}} behind',
    'pt-BR': '{n, plural, one {# linha espera} other {# linhas esperam}} atrás',
    fr: '{n, plural, one {# ligne attend} other {# lignes attendent}} derrière',
  },
  in7d: { en: 'In\u00a07\u00a0d', 'pt-BR': 'Entr.\u00a07\u00a0d', fr: 'Entr.\u00a07\u00a0j' },
  out7d: { en: 'Out\u00a07\u00a0d', 'pt-BR': 'Saíd.\u00a07\u00a0d', fr: 'Sort.\u00a07\u00a0j' },
  ageProfile: {
    en: 'under 1 d: {a}, 1–7 d: {b}, 7–21 d: {c}, over 21 d: {d}',
    'pt-BR': 'menos de 1 d: {a}, 1–7 d: {b}, 7–21 d: {c}, mais de 21 d: {d}',
    fr: 'moins de 1 j : {a}, 1–7 j : {b}, 7–21 j : {c}, plus de 21 j : {d}',
  },
  replayRule: {
    en: 'Replay {n} ready rows: {rule}',
    'pt-BR': 'Reprocessar {n} linhas prontas: {rule}',
    fr: 'Rejouer {n} lignes prêtes : {rule}',
  },
  group: { en: 'Group by domain', 'pt-BR': 'Agrupar por domínio', fr: 'Grouper par domaine' },
  groupSum: {
    en: '{rules, plural, one {# rule} other {# rules}}, open: {rows}',
    'pt-BR': '{rules, plural, one {# regra} other {# regras}}, abertas: {rows}',
    fr: '{rules, plural, one {# règle} other {# règles}}, ouvertes : {rows}',
  },
  filter: { en: 'Filter rules', 'pt-BR': 'Filtrar regras', fr: 'Filtrer les règles' },
  nothing: {
    en: 'Nothing is in quarantine',
    'pt-BR': 'Nada está em quarentena',
    fr: 'Rien en quarantaine',
  },
  nothingProof: {
    en: 'Run {run} ({mode}) of {time} received {n} rows; every one is in Silver or a documented duplicate.',
    'pt-BR':
      'A execução {run} ({mode}) de {time} recebeu {n} linhas; todas estão na Silver ou são duplicatas documentadas.',
    fr: "L'exécution {run} ({mode}) du {time} a reçu {n} lignes ; toutes sont dans Silver ou des doublons documentés.",
  },
  noRun: {
    en: 'No delivery has been run yet. Run one with: npm run pipeline -- run [domain] --input [folder]',
    'pt-BR':
      'Nenhuma carga foi executada ainda. Execute: npm run pipeline -- run [domínio] --input [pasta]',
    fr: "Aucune livraison n'a encore été traitée. Lancez : npm run pipeline -- run [domaine] --input [dossier]",
  },
  noMatch: {
    en: 'No rule matches',
    'pt-BR': 'Nenhuma regra corresponde',
    fr: 'Aucune règle ne correspond',
  },
  unknownCurrency: { en: 'no currency', 'pt-BR': 'sem moeda', fr: 'sans devise' },
  late: { en: 'over the limit', 'pt-BR': 'acima do limite', fr: 'au-delà du seuil' },
} as const
