-- When its owner showed that mail to this address reaches them: by a link of a letter. Null: nobody has, yet.
alter table users add email_confirmed_at timestamptz(3);
