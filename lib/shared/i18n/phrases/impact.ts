export const impact = {
  title: { en: 'Impact', 'pt-BR': 'Impacto', fr: 'Impact' },
  intro: {
    en: 'What the figures of Gold say, and what is missing from them because it sits in quarantine.',
    'pt-BR': 'O que dizem os números da Gold, e o que falta neles porque está em quarentena.',
    fr: 'Ce que disent les chiffres de Gold, et ce qui leur manque parce que retenu en quarantaine.',
  },
  keyDate: { en: 'Key date {day}', 'pt-BR': 'Data de corte {day}', fr: "Date d'arrêté {day}" },
  computedByRun: {
    en: 'figures of run {id}, {time}',
    'pt-BR': 'números da execução {id}, {time}',
    fr: "chiffres de l'exécution {id}, {time}",
  },
  computedByReplay: {
    en: 'figures of replay {id}, {time}',
    'pt-BR': 'números do reprocessamento {id}, {time}',
    fr: 'chiffres du rejeu {id}, {time}',
  },
  figure: { en: 'Figure', 'pt-BR': 'Indicador', fr: 'Indicateur' },
  figures: { en: 'Figures', 'pt-BR': 'Indicadores', fr: 'Indicateurs' },
  value: { en: 'Value', 'pt-BR': 'Valor', fr: 'Valeur' },
  currency: { en: 'Currency', 'pt-BR': 'Moeda', fr: 'Devise' },
  noCurrency: { en: 'no currency', 'pt-BR': 'sem moeda', fr: 'sans devise' },
  restsOn: { en: 'Rests on', 'pt-BR': 'Baseia-se em', fr: 'Repose sur' },
  rowsIn: { en: 'Rows in it', 'pt-BR': 'Linhas incluídas', fr: 'Lignes incluses' },
  withheld: { en: 'Withheld', 'pt-BR': 'Retido', fr: 'Retenu' },
  inFigure: { en: 'in the figure', 'pt-BR': 'no indicador', fr: "dans l'indicateur" },
  withheldRows: { en: 'Rows withheld', 'pt-BR': 'Linhas retidas', fr: 'Lignes retenues' },
  withheldMoney: { en: 'Money withheld', 'pt-BR': 'Valor retido', fr: 'Montant retenu' },
  share: { en: 'Share', 'pt-BR': 'Participação', fr: 'Part' },
  shareNote: {
    en: 'withheld ÷ (in the figure + withheld)',
    'pt-BR': 'retido ÷ (no indicador + retido)',
    fr: "retenu ÷ (dans l'indicateur + retenu)",
  },
  missing: {
    en: '{n, plural, one {# row} other {# rows}} withheld',
    'pt-BR': '{n, plural, one {# linha retida} other {# linhas retidas}}',
    fr: '{n, plural, one {# ligne retenue} other {# lignes retenues}}',
  },
  noCurrencyRows: {
    en: '{n, plural, one {# more row is} other {# more rows are}} withheld whose currency is not known',
    'pt-BR':
      '{n, plural, one {Mais # linha retida} other {Mais # linhas retidas}} cuja moeda não se conhece',
    fr: '{n, plural, one {# autre ligne est retenue} other {# autres lignes sont retenues}} dont la devise est inconnue',
  },
  complete: { en: 'nothing withheld', 'pt-BR': 'nada retido', fr: 'rien de retenu' },
  byRule: {
    en: 'Withheld from “{figure}”, by rule',
    'pt-BR': 'Retido de “{figure}”, por regra',
    fr: 'Retenu de « {figure} », par règle',
  },
  whole: { en: 'Show the whole', 'pt-BR': 'Mostrar o todo', fr: "Afficher l'ensemble" },
  toRows: {
    en: 'Show the {n, plural, one {# row} other {# rows}}: {rule}',
    'pt-BR': 'Mostrar {n, plural, one {a # linha} other {as # linhas}}: {rule}',
    fr: 'Afficher {n, plural, one {la # ligne} other {les # lignes}} : {rule}',
  },
  nothingWithheld: {
    en: 'Nothing in quarantine is missing from this figure.',
    'pt-BR': 'Nada em quarentena falta neste indicador.',
    fr: 'Rien en quarantaine ne manque à cet indicateur.',
  },
  emptyChart: {
    en: 'No group has a value, and no money is withheld.',
    'pt-BR': 'Nenhum grupo tem valor, e nenhum valor está retido.',
    fr: "Aucun groupe n'a de valeur, et aucun montant n'est retenu.",
  },
  unassigned: { en: 'not assigned', 'pt-BR': 'não atribuível', fr: 'non attribuable' },
  unassignedShort: { en: 'not assigned', 'pt-BR': 'não atribuível', fr: 'non attribuable' },
  by: { en: '{figure}: {table}', 'pt-BR': '{figure}: {table}', fr: '{figure} : {table}' },
  chartNote: {
    en: 'hatched: withheld; choose a bar to see its rules',
    'pt-BR': 'hachurado: retido; escolha uma barra para ver as regras',
    fr: 'hachuré : retenu ; choisissez une barre pour voir ses règles',
  },
  chartNotePlain: {
    en: 'what is withheld does not add up here: see the table',
    'pt-BR': 'o que está retido não se soma aqui: veja a tabela',
    fr: "ce qui est retenu ne s'additionne pas ici : voir le tableau",
  },
  customers: { en: 'Affected customers', 'pt-BR': 'Clientes afetados', fr: 'Clients touchés' },
  customersNote: {
    en: 'Customers with rows in quarantine; rows and money withheld from “{figure}” ({rows}), {currency}.',
    'pt-BR':
      'Clientes com linhas em quarentena; linhas e valor retidos de “{figure}” ({rows}), {currency}.',
    fr: 'Clients ayant des lignes en quarantaine ; lignes et montant retenus de « {figure} » ({rows}), {currency}.',
  },
  customersCount: {
    en: '{n, plural, one {# customer} other {# customers}}',
    'pt-BR': '{n, plural, one {# cliente} other {# clientes}}',
    fr: '{n, plural, one {# client} other {# clients}}',
  },
  unknownCustomer: {
    en: 'customer not known',
    'pt-BR': 'cliente desconhecido',
    fr: 'client inconnu',
  },
  notInSilver: { en: 'not in Silver', 'pt-BR': 'fora da Silver', fr: 'absent de Silver' },
  name: { en: 'Name', 'pt-BR': 'Nome', fr: 'Nom' },
  allRows: {
    en: 'All rows in quarantine',
    'pt-BR': 'Linhas em quarentena',
    fr: 'Lignes en quarantaine',
  },
  searchCustomer: {
    en: 'Customer number or name',
    'pt-BR': 'Número ou nome do cliente',
    fr: 'Numéro ou nom du client',
  },
  exportCustomers: {
    en: 'Export {n, plural, one {# customer} other {# customers}}',
    'pt-BR': 'Exportar {n, plural, one {# cliente} other {# clientes}}',
    fr: 'Exporter {n, plural, one {# client} other {# clients}}',
  },
  noCustomer: {
    en: 'No customer matches',
    'pt-BR': 'Nenhum cliente corresponde',
    fr: 'Aucun client ne correspond',
  },
  noneAffected: {
    en: 'No customer has a row in quarantine.',
    'pt-BR': 'Nenhum cliente tem linhas em quarentena.',
    fr: "Aucun client n'a de ligne en quarantaine.",
  },
  noGold: {
    en: 'This domain has no figures of Gold',
    'pt-BR': 'Este domínio não tem números da Gold',
    fr: "Ce domaine n'a pas de chiffres Gold",
  },
  noGoldHint: {
    en: 'Figures are declared with the domain (pipeline/domains/<domain>/gold). Its quarantine is on the Stock screen; these domains have figures:',
    'pt-BR':
      'Os indicadores são declarados com o domínio (pipeline/domains/<domínio>/gold). A quarentena dele está na tela Estoque; estes domínios têm indicadores:',
    fr: "Les indicateurs se déclarent avec le domaine (pipeline/domains/<domaine>/gold). Sa quarantaine est à l'écran Stock ; ces domaines ont des indicateurs :",
  },
  notYet: {
    en: 'Gold has not been computed yet',
    'pt-BR': 'A Gold ainda não foi calculada',
    fr: "Gold n'a pas encore été calculé",
  },
  notYetHint: {
    en: 'It is computed at the end of each run: npm run pipeline -- run {domain} --input <folder>',
    'pt-BR':
      'É calculada no fim de cada execução: npm run pipeline -- run {domain} --input <pasta>',
    fr: 'Il est calculé à la fin de chaque exécution : npm run pipeline -- run {domain} --input <dossier>',
  },
  onlyWithheld: {
    en: 'Only rows that are missing from a figure: {what}. Closed ones count too.',
    'pt-BR': 'Só linhas que faltam em um indicador: {what}. As encerradas também contam.',
    fr: 'Seulement les lignes qui manquent à un indicateur : {what}. Les classées comptent aussi.',
  },
  dropFilter: {
    en: 'Show all rows',
    'pt-BR': 'Mostrar todas as linhas',
    fr: 'Afficher toutes les lignes',
  },
  backToImpact: { en: 'Back to the impact', 'pt-BR': 'Voltar ao impacto', fr: "Retour à l'impact" },
} as const
