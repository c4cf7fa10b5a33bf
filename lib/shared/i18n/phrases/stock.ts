export const stock = {
  title: { en: 'Stock', 'pt-BR': 'Estoque em quarentena', fr: 'Stock' },
  openRows: { en: 'Open', 'pt-BR': 'Abertas', fr: 'Ouvertes' },
  thisWeek: { en: 'Last 7 days', 'pt-BR': 'Últimos 7 dias', fr: '7 derniers jours' },
  fourWeeks: { en: '4 weeks: {rate}', 'pt-BR': '4 semanas: {rate}', fr: '4 semaines : {rate}' },
  noneIn: { en: '– ({out} out)', 'pt-BR': '– ({out} saídas)', fr: '– ({out} sorties)' },
  sameMoney: {
    en: 'not added up: the same money appears in several datasets',
    'pt-BR': 'sem somar: o mesmo dinheiro aparece em vários conjuntos',
    fr: 'non additionné : le même argent figure dans plusieurs jeux',
  },
  moneyOpen: { en: 'Money', 'pt-BR': 'Valor', fr: 'Montant' },
  replayReady: { en: 'Replay {n}', 'pt-BR': 'Reprocessar {n}', fr: 'Rejouer {n}' },
  caption: { en: 'Stock by rule', 'pt-BR': 'Quarentena por regra', fr: 'Stock par règle' },
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
  emptyRules: {
    en: 'Rules without open rows ({n})',
    'pt-BR': 'Regras sem linhas abertas ({n})',
    fr: 'Règles sans ligne ouverte ({n})',
  },
  shownSum: {
    en: 'shown: {rules, plural, one {# rule} other {# rules}}, open: {rows}',
    'pt-BR': 'exibidas: {rules, plural, one {# regra} other {# regras}}, abertas: {rows}',
    fr: '{rules, plural, one {# règle affichée} other {# règles affichées}}, ouvertes : {rows}',
  },
  help: {
    title: {
      en: 'What the figures mean',
      'pt-BR': 'O que os números significam',
      fr: 'Ce que disent les chiffres',
    },
    ages: {
      en: 'Four bars, from left to right: rows first seen less than 1 day ago, 1 to 7 days, 7 to 21 days, more than 21 days ago.',
      'pt-BR':
        'Quatro barras, da esquerda para a direita: linhas vistas pela primeira vez há menos de 1 dia, de 1 a 7 dias, de 7 a 21 dias, há mais de 21 dias.',
      fr: 'Quatre barres, de gauche à droite : lignes vues pour la première fois il y a moins de 1 jour, 1 à 7 jours, 7 à 21 jours, plus de 21 jours.',
    },
    in7d: {
      en: 'Rows that came into quarantine in the last 7 days, today included.',
      'pt-BR': 'Linhas que entraram em quarentena nos últimos 7 dias, hoje incluído.',
      fr: "Lignes entrées en quarantaine au cours des 7 derniers jours, aujourd'hui compris.",
    },
    out7d: {
      en: 'Rows that left the open stock in the same days.',
      'pt-BR': 'Linhas que saíram do estoque aberto nos mesmos dias.',
      fr: 'Lignes sorties du stock ouvert pendant ces mêmes jours.',
    },
    exitRate: {
      en: 'Rows out ÷ rows in over the same days. 100 % keeps up; below, the stock grows. 4 weeks: the same over 28 days.',
      'pt-BR':
        'Linhas que saíram ÷ linhas que entraram nos mesmos dias. 100 % mantém o estoque; abaixo disso ele cresce. 4 semanas: o mesmo em 28 dias.',
      fr: 'Lignes sorties ÷ lignes entrées sur les mêmes jours. À 100 %, le stock est stable ; en dessous, il augmente. 4 semaines : la même chose sur 28 jours.',
    },
    ready: {
      en: 'Rows with nothing in their way any more: what they referred to has arrived.',
      'pt-BR': 'Linhas sem mais nenhum impedimento: aquilo a que se referem chegou.',
      fr: 'Lignes que plus rien ne retient : ce à quoi elles se réfèrent est arrivé.',
    },
  },
  unknownCurrency: { en: 'no currency', 'pt-BR': 'sem moeda', fr: 'sans devise' },
  late: { en: 'over the limit', 'pt-BR': 'acima do limite', fr: 'au-delà du seuil' },
} as const
