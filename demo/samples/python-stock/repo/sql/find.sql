-- :pattern is a LIKE pattern; upper and lower case are the same.
SELECT name, quantity
FROM articles
WHERE name LIKE :pattern
ORDER BY name COLLATE NOCASE;
