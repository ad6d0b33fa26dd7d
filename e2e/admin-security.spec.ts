import { Secret, TOTP } from 'otpauth'
import { expect, test } from './support/admin-site.ts'
import { expectGoodLooks } from './support/screen-checks.ts'

test('an admin sets up a second factor, confirms another session with a recovery code, and switches it off', async ({
  admin,
  page,
  quiz,
}) => {
  const { main } = admin
  await admin.open('security')
  await expectGoodLooks(page, 'security, off')
  await main.getByRole('button', { name: 'Set up' }).click()
  await expect(main.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectGoodLooks(page, 'security, scan')
  const key = await main.getByRole('definition').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) })
  const code = () => main.getByLabel('Code', { exact: true })
  await main.getByRole('button', { name: 'Switch on' }).click()
  await expect(main.getByText('Code is a required field')).toBeVisible()
  await code().fill('AAAA')
  await main.getByRole('button', { name: 'Switch on' }).click()
  await expect(main.getByText('Code is invalid or has expired')).toBeVisible()
  await code().fill(totp.generate())
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectGoodLooks(page, 'security, recovery codes')
  const recoveryCodes = await main.getByRole('listitem').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  await main.getByRole('button', { name: 'I have saved them' }).click()
  await expect(main.getByText('10 recovery codes left')).toBeVisible()
  await expectGoodLooks(page, 'security, on')

  const asked = Date.now() - 1
  const from = { 'x-forwarded-for': '203.0.113.7' }
  await quiz.post('user/api/request_code', { email: 'boss@example.com' }, admin.token, from)
  const mailed = await quiz.mailedCode('boss@example.com', asked)
  const { token } = await quiz.post('user/api/verify_code', { email: 'boss@example.com', code: mailed })
  await page.evaluate((value) => localStorage.setItem('token', value), String(token))
  await page.goto('/app/admin/flags')
  await expect(main.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible()
  await expectGoodLooks(page, 'security, confirm')
  await code().fill(recoveryCodes[0] ?? '')
  await main.getByRole('button', { name: 'Confirm' }).click()
  await expect(main.getByRole('switch').first()).toBeVisible()

  await admin.open('security')
  await expect(main.getByText('9 recovery codes left')).toBeVisible()
  await code().fill(recoveryCodes[1] ?? '')
  await main.getByRole('button', { name: 'Switch off' }).click()
  await admin.expectToast('Second factor switched off')
  await expect(main.getByRole('button', { name: 'Set up' })).toBeVisible()
  await admin.expectAudited('Second factor disabled', 'boss@example.com')
})
