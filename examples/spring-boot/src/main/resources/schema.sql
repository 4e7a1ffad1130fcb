create table member (id bigint primary key, name varchar(40) not null);
create table journal (
  id bigint generated always as identity primary key,
  what varchar(12) not null,
  name varchar(40) not null,
  token varchar(40) not null
);
create index journal_what on journal (what);
