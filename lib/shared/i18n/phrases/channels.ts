/** Settings of notifications. */
export const channels = {
  title: { en: 'Notifications', 'pt-BR': 'Notificações', fr: 'Notifications' },
  about: {
    en: 'Channels are told when an alert opens, becomes critical, stops being critical or closes, once each; what is open every day comes in the digest.',
    'pt-BR':
      'Os canais são avisados quando um alerta abre, fica crítico, deixa de ser crítico ou fecha, uma vez cada; o que está aberto a cada dia vem no resumo.',
    fr: "Les canaux sont prévenus quand une alerte s'ouvre, devient critique, cesse de l'être ou se ferme, une fois chacune ; ce qui est ouvert chaque jour vient dans le résumé.",
  },
  none: {
    en: 'Nobody is told of anything yet. Add a mailbox, or the webhook of a Teams or Slack channel or of a system of yours.',
    'pt-BR':
      'Ninguém é avisado de nada ainda. Adicione uma caixa de e-mail, ou o webhook de um canal do Teams ou do Slack ou de um sistema seu.',
    fr: "Personne n'est encore prévenu. Ajoutez une boîte aux lettres, ou le webhook d'un canal Teams ou Slack ou de votre propre système.",
  },
  mailSet: {
    en: 'Mail goes through the server of LAZARET_SMTP_URL. Links lead to {url}.',
    'pt-BR': 'E-mails saem pelo servidor de LAZARET_SMTP_URL. Os links levam a {url}.',
    fr: 'Le courrier part par le serveur de LAZARET_SMTP_URL. Les liens mènent à {url}.',
  },
  mailUnset: {
    en: 'No mail server is set: mail waits. Set LAZARET_SMTP_URL (smtp://user:password@host:587) and start again. Links lead to {url}.',
    'pt-BR':
      'Nenhum servidor de e-mail definido: e-mails aguardam. Defina LAZARET_SMTP_URL (smtp://user:password@host:587) e reinicie. Os links levam a {url}.',
    fr: "Aucun serveur de courrier n'est défini : le courrier attend. Définissez LAZARET_SMTP_URL (smtp://user:password@host:587) et redémarrez. Les liens mènent à {url}.",
  },
  noWorker: {
    en: 'No worker is running: nothing is sent until one does (npm run worker).',
    'pt-BR': 'Nenhum worker em execução: nada é enviado até que haja um (npm run worker).',
    fr: "Aucun worker ne tourne : rien n'est envoyé tant qu'il n'y en a pas (npm run worker).",
  },
  add: { en: 'Add a channel', 'pt-BR': 'Adicionar canal', fr: 'Ajouter un canal' },
  edit: { en: 'Edit', 'pt-BR': 'Editar', fr: 'Modifier' },
  editOf: { en: 'Edit {name}', 'pt-BR': 'Editar {name}', fr: 'Modifier {name}' },
  remove: { en: 'Delete', 'pt-BR': 'Excluir', fr: 'Supprimer' },
  test: { en: 'Send a test', 'pt-BR': 'Enviar teste', fr: 'Envoyer un essai' },
  tested: {
    pending: {
      en: 'Test of {time}: waiting',
      'pt-BR': 'Teste de {time}: aguardando',
      fr: 'Essai du {time} : en attente',
    },
    sent: {
      en: 'Test of {time}: taken',
      'pt-BR': 'Teste de {time}: aceito',
      fr: 'Essai du {time} : accepté',
    },
    failed: {
      en: 'Test of {time}: failed',
      'pt-BR': 'Teste de {time}: falhou',
      fr: 'Essai du {time} : échec',
    },
  },
  newSecret: { en: 'New secret', 'pt-BR': 'Novo segredo', fr: 'Nouveau secret' },
  secretOf: {
    en: 'Secret of {name}, for X-Lazaret-Signature',
    'pt-BR': 'Segredo de {name}, para X-Lazaret-Signature',
    fr: 'Secret de {name}, pour X-Lazaret-Signature',
  },
  name: { en: 'Name', 'pt-BR': 'Nome', fr: 'Nom' },
  state: { en: 'State', 'pt-BR': 'Situação', fr: 'État' },
  on: { en: 'on', 'pt-BR': 'ligado', fr: 'actif' },
  off: { en: 'switched off', 'pt-BR': 'desligado', fr: 'désactivé' },
  waiting: { en: '{n} waiting', 'pt-BR': '{n} aguardando', fr: '{n} en attente' },
  failed: { en: '{n} failed', 'pt-BR': '{n} falharam', fr: '{n} en échec' },
  /** What a channel takes, in a list. */
  takesAlerts: { en: 'alerts', 'pt-BR': 'alertas', fr: 'alertes' },
  takesDigest: {
    en: 'digest at {hour}',
    'pt-BR': 'resumo às {hour}',
    fr: 'résumé à {hour}',
  },
  takesNothing: { en: 'nothing', 'pt-BR': 'nada', fr: 'rien' },
  rulesChosen: {
    en: '{n, plural, one {# rule} other {# rules}}',
    'pt-BR': '{n, plural, one {# regra} other {# regras}}',
    fr: '{n, plural, one {# règle} other {# règles}}',
  },
  kind: { en: 'By', 'pt-BR': 'Por', fr: 'Par' },
  kinds: {
    mail: { en: 'mail', 'pt-BR': 'e-mail', fr: 'courriel' },
    webhook: { en: 'webhook', 'pt-BR': 'webhook', fr: 'webhook' },
  },
  form: { en: 'Form', 'pt-BR': 'Formato', fr: 'Forme' },
  forms: {
    json: { en: 'JSON, signed', 'pt-BR': 'JSON, assinado', fr: 'JSON, signé' },
    teams: { en: 'Microsoft Teams', 'pt-BR': 'Microsoft Teams', fr: 'Microsoft Teams' },
    slack: { en: 'Slack', 'pt-BR': 'Slack', fr: 'Slack' },
  },
  mailAddress: { en: 'E-mail address', 'pt-BR': 'Endereço de e-mail', fr: 'Adresse e-mail' },
  url: { en: 'Address (URL)', 'pt-BR': 'Endereço (URL)', fr: 'Adresse (URL)' },
  urlKept: {
    en: 'Empty: stays {to}',
    'pt-BR': 'Vazio: continua {to}',
    fr: 'Vide : reste {to}',
  },
  sendAlerts: {
    en: 'Changes of alerts',
    'pt-BR': 'Mudanças de alertas',
    fr: 'Changements des alertes',
  },
  sendDigest: { en: 'Daily digest', 'pt-BR': 'Resumo diário', fr: 'Résumé quotidien' },
  hour: { en: 'Hour ({zone})', 'pt-BR': 'Hora ({zone})', fr: 'Heure ({zone})' },
  enabled: { en: 'Switched on', 'pt-BR': 'Ligado', fr: 'Actif' },
  only: {
    en: 'Only what concerns:',
    'pt-BR': 'Só o que diz respeito a:',
    fr: 'Seulement ce qui concerne :',
  },
  onlyAbout: {
    en: 'Nothing chosen: everything. Alerts about runs belong to no owner and no rule.',
    'pt-BR': 'Nada escolhido: tudo. Alertas de execuções não têm responsável nem regra.',
    fr: "Rien de choisi : tout. Les alertes d'exécutions n'ont ni responsable ni règle.",
  },
  levels: { en: 'Levels', 'pt-BR': 'Níveis', fr: 'Niveaux' },
  owners: { en: 'Owners', 'pt-BR': 'Responsáveis', fr: 'Responsables' },
  domains: { en: 'Domains', 'pt-BR': 'Domínios', fr: 'Domaines' },
  rules: { en: 'Rules', 'pt-BR': 'Regras', fr: 'Règles' },
  all: { en: 'all', 'pt-BR': 'todos', fr: 'tous' },
  wrong: {
    name: {
      en: 'A name of up to 100 characters, in one line.',
      'pt-BR': 'Um nome de até 100 caracteres, em uma linha.',
      fr: 'Un nom de 100 caractères au plus, sur une ligne.',
    },
    mail: {
      en: 'One e-mail address, such as quality@example.com; for several people, a list of your mail server.',
      'pt-BR':
        'Um endereço de e-mail, como quality@example.com; para várias pessoas, uma lista do seu servidor.',
      fr: 'Une adresse e-mail, comme quality@example.com ; pour plusieurs personnes, une liste de votre serveur.',
    },
    url: {
      en: 'An address that begins with https:// or http://, without a name and password in it.',
      'pt-BR': 'Um endereço que comece com https:// ou http://, sem nome e senha nele.',
      fr: 'Une adresse qui commence par https:// ou http://, sans nom ni mot de passe.',
    },
  },
  deliveries: {
    title: { en: 'Last messages', 'pt-BR': 'Últimas mensagens', fr: 'Derniers messages' },
    none: {
      en: 'Nothing was sent yet.',
      'pt-BR': 'Nada foi enviado ainda.',
      fr: 'Rien n’a encore été envoyé.',
    },
    more: {
      en: 'And {n} older ones.',
      'pt-BR': 'E mais {n} anteriores.',
      fr: 'Et {n} plus anciens.',
    },
    channel: { en: 'Channel', 'pt-BR': 'Canal', fr: 'Canal' },
    what: { en: 'What', 'pt-BR': 'O quê', fr: 'Quoi' },
    made: { en: 'Made', 'pt-BR': 'Criada', fr: 'Créé' },
    kind: {
      alerts: {
        en: '{n, plural, one {# change} other {# changes}} of alerts',
        'pt-BR': '{n, plural, one {# mudança} other {# mudanças}} de alertas',
        fr: '{n, plural, one {# changement} other {# changements}} d’alertes',
      },
      digest: { en: 'digest', 'pt-BR': 'resumo', fr: 'résumé' },
      test: { en: 'test', 'pt-BR': 'teste', fr: 'essai' },
    },
    sent: { en: 'sent {time}', 'pt-BR': 'enviada {time}', fr: 'envoyé {time}' },
    pending: {
      en: 'waits; {n, plural, =0 {not tried yet} one {tried once} other {tried # times}}',
      'pt-BR':
        'aguarda; {n, plural, =0 {ainda não tentada} one {tentada uma vez} other {tentada # vezes}}',
      fr: 'attend ; {n, plural, =0 {pas encore essayé} one {essayé une fois} other {essayé # fois}}',
    },
    next: { en: 'next {time}', 'pt-BR': 'próxima {time}', fr: 'prochain {time}' },
    failed: {
      en: 'given up after {n, plural, =0 {no attempt} one {# attempt} other {# attempts}}',
      'pt-BR':
        'desistiu após {n, plural, =0 {nenhuma tentativa} one {# tentativa} other {# tentativas}}',
      fr: 'abandonné après {n, plural, =0 {aucun essai} one {# essai} other {# essais}}',
    },
    again: { en: 'Send again', 'pt-BR': 'Enviar de novo', fr: 'Renvoyer' },
    now: { en: 'Send now', 'pt-BR': 'Enviar agora', fr: 'Envoyer maintenant' },
  },
  error: {
    no_server: {
      en: 'No mail server is set: set LAZARET_SMTP_URL and start again',
      'pt-BR': 'Nenhum servidor de e-mail definido: defina LAZARET_SMTP_URL e reinicie',
      fr: 'Aucun serveur de courrier : définissez LAZARET_SMTP_URL et redémarrez',
    },
    sign_in: {
      en: 'The mail server does not accept the name or password in LAZARET_SMTP_URL',
      'pt-BR': 'O servidor de e-mail não aceita o nome ou a senha de LAZARET_SMTP_URL',
      fr: 'Le serveur de courrier refuse le nom ou le mot de passe de LAZARET_SMTP_URL',
    },
    refused: {
      en: 'The mail server refuses the recipient or the message',
      'pt-BR': 'O servidor de e-mail recusa o destinatário ou a mensagem',
      fr: 'Le serveur de courrier refuse le destinataire ou le message',
    },
    unreachable: {
      en: 'Nobody answers at this address',
      'pt-BR': 'Ninguém responde neste endereço',
      fr: 'Personne ne répond à cette adresse',
    },
    timed_out: {
      en: 'No answer in time',
      'pt-BR': 'Sem resposta a tempo',
      fr: 'Pas de réponse à temps',
    },
    certificate: {
      en: 'The certificate of the other side cannot be trusted',
      'pt-BR': 'O certificado do outro lado não é confiável',
      fr: "Le certificat de l'autre côté n'est pas fiable",
    },
    http: {
      en: 'The receiver did not take it',
      'pt-BR': 'O receptor não aceitou',
      fr: 'Le récepteur ne l’a pas accepté',
    },
    redirect: {
      en: 'The receiver sends elsewhere, which is not followed: enter the final address',
      'pt-BR': 'O receptor redireciona, o que não é seguido: informe o endereço final',
      fr: 'Le récepteur redirige, ce qui n’est pas suivi : donnez l’adresse finale',
    },
    off: {
      en: 'The channel was switched off',
      'pt-BR': 'O canal foi desligado',
      fr: 'Le canal a été désactivé',
    },
    other: { en: 'It did not work', 'pt-BR': 'Não funcionou', fr: 'Cela n’a pas marché' },
  },
} as const
