export const proofs = {
  title: { en: 'Proofs', 'pt-BR': 'Provas', fr: 'Preuves' },
  intro: {
    en: 'What would notice if a rule were missing? Each rule is switched off in a sandbox, a delivery is run, and whatever reaches Silver must be found by a check that does not know the rule. Nothing of it stays.',
    'pt-BR':
      'O que perceberia a falta de uma regra? Cada regra é desligada em um ambiente isolado, uma carga é executada, e o que chega à Silver precisa ser encontrado por uma verificação que não conhece a regra. Nada disso permanece.',
    fr: "Qu'est-ce qui remarquerait l'absence d'une règle ? Chaque règle est coupée dans un bac à sable, une livraison est traitée, et ce qui atteint Silver doit être trouvé par un contrôle qui ne connaît pas la règle. Rien n'en reste.",
  },
  never: {
    en: 'Not proved yet. Run this in a terminal; it changes nothing and holds up nobody:',
    'pt-BR': 'Ainda sem prova. Execute isto em um terminal; não altera nada e não atrasa ninguém:',
    fr: 'Pas encore prouvé. Lancez ceci dans un terminal ; rien ne change et personne n’attend :',
  },
  provedAt: {
    en: 'Proved {time}, in {seconds} s, on {source}',
    'pt-BR': 'Provado em {time}, em {seconds} s, com {source}',
    fr: 'Prouvé le {time}, en {seconds} s, sur {source}',
  },
  source: {
    runs: {
      en: 'the {rows} rows of run {runs} as they lie in Bronze',
      'pt-BR': 'as {rows} linhas da execução {runs} como estão na Bronze',
      fr: "les {rows} lignes de l'exécution {runs} telles qu'elles sont dans Bronze",
    },
    folder: {
      en: 'the {rows} rows of the delivery {delivery}',
      'pt-BR': 'as {rows} linhas da carga {delivery}',
      fr: 'les {rows} lignes de la livraison {delivery}',
    },
    generated: {
      en: '{rows} generated rows with every fault (seed {seed})',
      'pt-BR': '{rows} linhas geradas com todos os defeitos (semente {seed})',
      fr: '{rows} lignes générées avec tous les défauts (graine {seed})',
    },
  },
  outdated: {
    en: 'Rules or checks have changed since: prove it again.',
    'pt-BR': 'Regras ou verificações mudaram desde então: prove de novo.',
    fr: 'Des règles ou des contrôles ont changé depuis : prouvez-le de nouveau.',
  },
  verdict: {
    guarded: { en: 'guarded', 'pt-BR': 'vigiada', fr: 'gardée' },
    unguarded: { en: 'unguarded', 'pt-BR': 'sem vigia', fr: 'sans garde' },
    masked: { en: 'masked', 'pt-BR': 'encoberta', fr: 'masquée' },
    not_exercised: { en: 'not exercised', 'pt-BR': 'não exercitada', fr: 'non éprouvée' },
    cannot: { en: 'cannot fail', 'pt-BR': 'não pode falhar', fr: 'ne peut échouer' },
  },
  rule: { en: 'Rule switched off', 'pt-BR': 'Regra desligada', fr: 'Règle coupée' },
  verdictHead: { en: 'Verdict', 'pt-BR': 'Veredito', fr: 'Verdict' },
  held: { en: 'Held back', 'pt-BR': 'Retidas', fr: 'Retenues' },
  through: { en: 'Got through', 'pt-BR': 'Passaram', fr: 'Passées' },
  caught: { en: 'Caught', 'pt-BR': 'Encontradas', fr: 'Trouvées' },
  by: { en: 'What notices', 'pt-BR': 'O que percebe', fr: 'Ce qui le remarque' },
  nothing: {
    en: 'Nothing: these rows would stand in Silver unseen.',
    'pt-BR': 'Nada: estas linhas ficariam na Silver sem ninguém ver.',
    fr: 'Rien : ces lignes seraient dans Silver sans que personne ne le voie.',
  },
  notExercised: {
    en: 'No row of this delivery fails it.',
    'pt-BR': 'Nenhuma linha desta carga a viola.',
    fr: "Aucune ligne de cette livraison ne l'enfreint.",
  },
  heldBy: {
    en: 'Every row that fails it fails another rule too: {rules}',
    'pt-BR': 'Toda linha que a viola viola também outra regra: {rules}',
    fr: "Chaque ligne qui l'enfreint enfreint aussi une autre règle : {rules}",
  },
  stillHeld: {
    en: '{n, plural, one {# more is} other {# more are}} still held by {rules}',
    'pt-BR':
      '{n, plural, one {Outra continua retida} other {Outras # continuam retidas}} por {rules}',
    fr: '{n, plural, one {# autre reste retenue} other {# autres restent retenues}} par {rules}',
  },
  reason: {
    ordered: {
      en: 'The declared order says which of several images of a key stands: none is ever ambiguous.',
      'pt-BR': 'A ordem declarada diz qual das imagens de uma chave vale: nenhuma é ambígua.',
      fr: "L'ordre déclaré dit laquelle des images d'une clé vaut : aucune n'est ambiguë.",
    },
    no_values: {
      en: 'A malformed record has no values, so it cannot reach Silver; left out, the balance misses it.',
      'pt-BR':
        'Um registro malformado não tem valores e não chega à Silver; se some, o balanço dá pela falta.',
      fr: "Un enregistrement malformé n'a pas de valeurs et n'atteint pas Silver ; s'il manque, le bilan le voit.",
    },
    stopped: {
      en: 'The key of the Silver table takes each row once: the run stops.',
      'pt-BR': 'A chave da tabela Silver aceita cada linha uma vez: a execução para.',
      fr: "La clé de la table Silver n'accepte chaque ligne qu'une fois : l'exécution s'arrête.",
    },
  },
  balance: {
    en: 'With rows let through, the balance still held for {held} of {tried} rules: a sum proves no place.',
    'pt-BR':
      'Com linhas deixadas passar, o balanço ainda fechou em {held} de {tried} regras: uma soma não prova o lugar.',
    fr: 'Des lignes étant passées, le bilan tombait encore juste pour {held} règles sur {tried} : une somme ne prouve pas la place.',
  },
} as const
