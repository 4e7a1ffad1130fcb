insert into member (id, name)
select x,
       decode(mod(x, 8), 0, 'Ada', 1, 'Edsger', 2, 'Grace', 3, 'Barbara', 4, 'Alan', 5, 'Frances', 6, 'Niklaus', 'Radia')
         || ' ' || x
from system_range(1, 1000);
