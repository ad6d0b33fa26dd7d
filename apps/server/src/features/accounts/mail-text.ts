import type { Mail } from '../../infra/mail.ts'

const SECOND_FACTOR_NEWS = {
  second_factor_enabled: 'The second factor of your admin account was switched on',
  second_factor_disabled: 'The second factor of your admin account was switched off',
  recovery_code_used: 'A recovery code of your admin account was used',
} as const

/** What a mail is about. */
export type MailDetails =
  | { kind: 'sign_in_code'; code: string }
  | { kind: 'admin_sign_in'; device: string; at: number }
  | { kind: keyof typeof SECOND_FACTOR_NEWS; at: number }
  | { kind: 'question_review_due'; question: string }

/** The subject and text of a mail. Nothing in it but a sign-in code has six digits in a row. */
export function mailText(details: MailDetails, publicUrl: string): Pick<Mail, 'subject' | 'text'> {
  switch (details.kind) {
    case 'sign_in_code':
      return {
        subject: 'Your Quizmaster code',
        text: lines(
          `Your code for Quizmaster: ${details.code}`,
          '',
          'It is valid for 10 minutes and works once. Do not share it: it signs you in, and it confirms an export or the',
          'deletion of your account.',
          'If you did not ask for it, you can ignore this mail.',
        ),
      }
    case 'question_review_due':
      return {
        subject: 'A Quizmaster question needs a review',
        text: lines(
          `Many players have reported the question ${details.question}. It is still in circulation, because complaints alone`,
          'can take out no more than a tenth of a topic.',
          '',
          `Look at it, and at who reported it: ${publicUrl}/app/admin/complaints`,
        ),
      }
    case 'admin_sign_in':
      return {
        subject: 'New sign-in to your Quizmaster admin account',
        text: lines(
          `Somebody signed in to your admin account on ${timeText(details.at)}, with this device: ${details.device}.`,
          '',
          'If it was you, there is nothing to do. If not, sign out everywhere on your account page, and check the',
          `audit log: ${publicUrl}/app/dashboard/profile`,
        ),
      }
    default:
      return {
        subject: SECOND_FACTOR_NEWS[details.kind],
        text: lines(
          `${SECOND_FACTOR_NEWS[details.kind]} on ${timeText(details.at)}.`,
          '',
          'If it was you, there is nothing to do. If not, sign out everywhere on your account page, and tell the other',
          `admins of this site: ${publicUrl}/app/dashboard/profile`,
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
