export const settings = {
  title: { en: 'Settings', 'pt-BR': 'Configurações', fr: 'Réglages' },
  you: { en: 'You', 'pt-BR': 'Você', fr: 'Vous' },
  needsAdministrator: {
    en: 'Notifications, wall screens, accounts and thresholds are for administrators; your role is {role}.',
    'pt-BR':
      'Notificações, telas de painel, contas e limites são para administradores; o seu papel é {role}.',
    fr: 'Notifications, écrans muraux, comptes et seuils sont réservés aux administrateurs ; votre rôle est {role}.',
  },
  actions: { en: 'Actions', 'pt-BR': 'Ações', fr: 'Actions' },
  save: { en: 'Save', 'pt-BR': 'Salvar', fr: 'Enregistrer' },
  saved: { en: 'Saved', 'pt-BR': 'Salvo', fr: 'Enregistré' },
  really: { en: 'Really?', 'pt-BR': 'Tem certeza?', fr: 'Vraiment ?' },
  once: {
    en: 'Shown this once. Copy it now.',
    'pt-BR': 'Mostrado só desta vez. Copie agora.',
    fr: 'Affiché une seule fois. Copiez-le maintenant.',
  },
  copy: { en: 'Copy', 'pt-BR': 'Copiar', fr: 'Copier' },
  copied: { en: 'Copied', 'pt-BR': 'Copiado', fr: 'Copié' },
  password: {
    title: { en: 'Your password', 'pt-BR': 'Sua senha', fr: 'Votre mot de passe' },
    current: { en: 'Current password', 'pt-BR': 'Senha atual', fr: 'Mot de passe actuel' },
    next: {
      en: 'New password, at least 8 characters',
      'pt-BR': 'Nova senha, ao menos 8 caracteres',
      fr: 'Nouveau mot de passe, 8 caractères au moins',
    },
    change: { en: 'Change password', 'pt-BR': 'Mudar senha', fr: 'Changer le mot de passe' },
    done: {
      en: 'Changed. Your other sessions have ended.',
      'pt-BR': 'Alterada. Suas outras sessões foram encerradas.',
      fr: 'Changé. Vos autres sessions sont terminées.',
    },
    wrong: {
      en: 'The current password is not right.',
      'pt-BR': 'A senha atual está incorreta.',
      fr: 'Le mot de passe actuel est incorrect.',
    },
    often: {
      en: 'Too many tries. Wait ten minutes.',
      'pt-BR': 'Tentativas demais. Aguarde dez minutos.',
      fr: 'Trop de tentatives. Attendez dix minutes.',
    },
    short: {
      en: 'The new password is too short: at least 8 characters.',
      'pt-BR': 'A nova senha é curta demais: ao menos 8 caracteres.',
      fr: 'Le nouveau mot de passe est trop court : 8 caractères au moins.',
    },
    long: {
      en: 'The new password is too long: at most 128 characters.',
      'pt-BR': 'A nova senha é longa demais: no máximo 128 caracteres.',
      fr: 'Le nouveau mot de passe est trop long : 128 caractères au plus.',
    },
    weak: {
      en: 'The new password is easy to guess, or known from leaks. Take several unrelated words.',
      'pt-BR':
        'A nova senha é fácil de adivinhar ou já vazou. Use várias palavras sem relação entre si.',
      fr: 'Le nouveau mot de passe se devine facilement ou a déjà fuité. Prenez plusieurs mots sans lien entre eux.',
    },
  },
  sessions: {
    title: { en: 'Your sessions', 'pt-BR': 'Suas sessões', fr: 'Vos sessions' },
    about: {
      en: 'A session ends after a day without use, and after two weeks in any case.',
      'pt-BR': 'Uma sessão termina após um dia sem uso e, em todo caso, após duas semanas.',
      fr: 'Une session se termine après un jour sans utilisation, et dans tous les cas après deux semaines.',
    },
    since: { en: 'Signed in', 'pt-BR': 'Início', fr: 'Connexion' },
    seen: { en: 'Last used', 'pt-BR': 'Último uso', fr: 'Dernière utilisation' },
    from: { en: 'Address', 'pt-BR': 'Endereço', fr: 'Adresse' },
    browser: { en: 'Browser', 'pt-BR': 'Navegador', fr: 'Navigateur' },
    current: { en: 'this one', 'pt-BR': 'esta', fr: 'celle-ci' },
    end: { en: 'End', 'pt-BR': 'Encerrar', fr: 'Terminer' },
    endOthers: {
      en: 'End all others',
      'pt-BR': 'Encerrar todas as outras',
      fr: 'Terminer toutes les autres',
    },
  },
  devices: {
    title: { en: 'Wall screens', 'pt-BR': 'Telas de painel', fr: 'Écrans muraux' },
    about: {
      en: 'A link opens the wall on a screen without a person’s account. It can only look, and can be revoked at any moment.',
      'pt-BR':
        'Um link abre o painel numa tela sem conta de ninguém. Só pode olhar, e pode ser revogado a qualquer momento.',
      fr: 'Un lien ouvre le mur sur un écran sans compte personnel. Il ne peut que regarder, et se révoque à tout moment.',
    },
    name: { en: 'Where it hangs', 'pt-BR': 'Onde fica', fr: 'Emplacement' },
    create: { en: 'Make a link', 'pt-BR': 'Criar link', fr: 'Créer un lien' },
    link: { en: 'Link of {name}', 'pt-BR': 'Link de {name}', fr: 'Lien de {name}' },
    none: { en: 'No screen yet.', 'pt-BR': 'Nenhuma tela ainda.', fr: 'Aucun écran.' },
    made: { en: 'Made', 'pt-BR': 'Criado', fr: 'Créé' },
    lastSeen: { en: 'Last seen', 'pt-BR': 'Visto por último', fr: 'Vu la dernière fois' },
    never: { en: 'never', 'pt-BR': 'nunca', fr: 'jamais' },
    revoke: { en: 'Revoke', 'pt-BR': 'Revogar', fr: 'Révoquer' },
    revoked: { en: 'revoked {time}', 'pt-BR': 'revogado {time}', fr: 'révoqué {time}' },
  },
  accounts: {
    title: { en: 'Accounts', 'pt-BR': 'Contas', fr: 'Comptes' },
    name: { en: 'Name', 'pt-BR': 'Nome', fr: 'Nom' },
    role: { en: 'Role', 'pt-BR': 'Papel', fr: 'Rôle' },
    signedIn: { en: 'Signed in', 'pt-BR': 'Entrou', fr: 'Connecté' },
    create: { en: 'Make an account', 'pt-BR': 'Criar conta', fr: 'Créer un compte' },
    about: {
      en: 'A first password is made and shown once. A new role or password ends the person’s sessions.',
      'pt-BR':
        'Uma primeira senha é criada e mostrada uma vez. Um novo papel ou senha encerra as sessões da pessoa.',
      fr: 'Un premier mot de passe est créé et affiché une fois. Un nouveau rôle ou mot de passe met fin aux sessions de la personne.',
    },
    passwordOf: { en: 'Password of {who}', 'pt-BR': 'Senha de {who}', fr: 'Mot de passe de {who}' },
    reset: { en: 'New password', 'pt-BR': 'Nova senha', fr: 'Nouveau mot de passe' },
    remove: { en: 'Delete', 'pt-BR': 'Excluir', fr: 'Supprimer' },
    roleOf: { en: 'Role of {who}', 'pt-BR': 'Papel de {who}', fr: 'Rôle de {who}' },
  },
  thresholds: {
    title: { en: 'Thresholds', 'pt-BR': 'Limites', fr: 'Seuils' },
    about: {
      en: 'Days until an open row of a rule warns and turns critical, and when its ready rows are replayed. Empty: as declared.',
      'pt-BR':
        'Dias até uma linha aberta da regra avisar e ficar crítica, e quando as linhas prontas são reprocessadas. Vazio: como declarado.',
      fr: 'Jours avant qu’une ligne ouverte d’une règle avertisse et devienne critique, et quand ses lignes prêtes sont rejouées. Vide : comme déclaré.',
    },
    warn: { en: 'Warn, days', 'pt-BR': 'Aviso, dias', fr: 'Avertir, jours' },
    critical: { en: 'Critical, days', 'pt-BR': 'Crítico, dias', fr: 'Critique, jours' },
    asDeclared: {
      en: 'as declared: {mode}',
      'pt-BR': 'como declarado: {mode}',
      fr: 'comme déclaré : {mode}',
    },
    order: {
      en: 'Critical has to come later than the warning.',
      'pt-BR': 'O crítico tem de vir depois do aviso.',
      fr: 'Le seuil critique doit venir après l’avertissement.',
    },
    mode: {
      nightly: { en: 'every night', 'pt-BR': 'toda noite', fr: 'chaque nuit' },
      after_run: {
        en: 'after each run',
        'pt-BR': 'após cada execução',
        fr: 'après chaque exécution',
      },
      manual: { en: 'by people only', 'pt-BR': 'só por pessoas', fr: 'à la main' },
    },
  },
  failed: {
    last_administrator: {
      en: 'Nobody would be left who may manage accounts. Make another administrator first.',
      'pt-BR': 'Não restaria ninguém para gerir contas. Crie outro administrador antes.',
      fr: 'Plus personne ne pourrait gérer les comptes. Nommez d’abord un autre administrateur.',
    },
    account_exists: {
      en: 'There is an account with this e-mail address already.',
      'pt-BR': 'Já existe uma conta com este e-mail.',
      fr: 'Un compte existe déjà avec cette adresse.',
    },
  },
} as const
