#!/bin/sh
# Backs up the PostgreSQL database at DATABASE_URL to a new file in FOLDER, and deletes backups older than DAYS (14).
# Usage: DATABASE_URL=postgres://… deploy/backup.sh FOLDER [DAYS]
# Needs pg_dump of at least the server's version. For cron, once a day at 03:10 (write every % of the URL as \%, or cron
# ends the line there):
#   10 3 * * * DATABASE_URL=postgres://… /usr/local/bin/quizmaster-backup /var/backups/quizmaster
# Other users of the machine see the URL while pg_dump runs: if there are any, put the password into ~/.pgpass.
set -eu
folder=$1
days=${2:-14}
# Backups contain e-mail addresses.
umask 077
mkdir -p "$folder"
file=$folder/quizmaster-$(date -u +%Y-%m-%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --file="$file.part" --dbname="${DATABASE_URL:?}"
# Reads the whole file, so that one that was cut short fails.
pg_restore --file=/dev/null "$file.part"
mv "$file.part" "$file"
# Only now, so that the old backups stay if new ones fail.
find "$folder" -maxdepth 1 -name 'quizmaster-*.dump' -mtime "+$days" -delete
echo "$file"
