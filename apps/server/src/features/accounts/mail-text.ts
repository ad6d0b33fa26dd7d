import type { Mail } from '../../infra/mail.ts'

/** What a mail is about. */
export type MailDetails = { kind: 'sign_in_code'; code: string } | { kind: 'admin_sign_in'; device: string; at: number }

/** The subject and text of a mail. Only the code of a sign-in has six digits in a row. */
export function mailText(details: MailDetails, publicUrl: string): Pick<Mail, 'subject' | 'text'> {
  switch (details.kind) {
    case 'sign_in_code':
      return {
        subject: 'Your Quizmaster code',
        text: lines(
          `Your code for Quizmaster: ${details.code}`,
          '',
          'It is good for 10 minutes and works once. Do not pass it on: it signs in to your account, and it confirms that',
          'the account is exported or deleted.',
          'If you did not ask for it, you can ignore this mail.',
        ),
      }
    case 'admin_sign_in':
      return {
        subject: 'New sign-in to your Quizmaster admin account',
        text: lines(
          `Somebody signed in to your admin account on ${timeText(details.at)}, with this device: ${details.device}.`,
          '',
          'If it was you, there is nothing to do. If not, sign out everywhere on your account page, and have a look at the',
          `audit log: ${publicUrl}/app/dashboard/profile`,
        ),
      }
  }
}

function lines(...text: string[]): string {
  return [...text, ''].join('\n')
}

/** `22 November 2026 at 20:31 UTC`. */
function timeText(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} UTC`
}
