export const CHANNEL_KINDS = ['mail', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** json: our own document, signed; the others as those products read them. */
export const WEBHOOK_FORMS = ['json', 'teams', 'slack'] as const
export type WebhookForm = (typeof WEBHOOK_FORMS)[number]
