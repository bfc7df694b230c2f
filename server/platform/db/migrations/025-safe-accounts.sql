-- The person has accepted a personal invitation: somebody who may invite has vouched for them.
alter table users add column was_invited boolean not null default false;
update users set was_invited = true where id in (select used_by from invitations);
