/** A real mail server and a real HTTP receiver on ports of their own, gone after the test. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Mailbox {
  url: string
  mails: (ParsedMail & { to: string[] })[]
  /** Ends it now; a port that answers to nobody. */
  close(): Promise<void>
}

/** @param options to refuse recipients, to ask for a password, to be slow. */
export async function openMailbox(options: SMTPServerOptions = {}, port = 0): Promise<Mailbox> {
  const mails: Mailbox['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push(Object.assign(mail, { to }) as unknown as Mailbox['mails'][number])
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(() => close())
  const { port: taken } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${taken}`, mails, close }
}

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Hook {
  url: string
  posts: Received[]
  /** What the next requests are answered; the last one for ever. */
  answers: { status: number; headers?: Record<string, string>; body?: string }[]
}

/** An HTTP receiver that takes everything, unless told otherwise. */
export async function openHook(...answers: Hook['answers']): Promise<Hook> {
  const hook: Hook = { url: '', posts: [], answers }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      hook.posts.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = (hook.answers.length > 1 ? hook.answers.shift() : hook.answers[0]) ?? {
        status: 204,
      }
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/7f3a`
  return hook
}
