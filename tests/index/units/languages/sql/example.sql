-- Maps, and what is drawn on them.

CREATE SCHEMA IF NOT EXISTS maps;

/* How a shape
 * is filled. */
CREATE TYPE maps.filling AS ENUM ('none', 'plain', 'dotted');

CREATE TYPE point AS (x double precision, y double precision);

-- A length is never less than nothing.
CREATE DOMAIN metres AS numeric(12, 3) CHECK (VALUE >= 0);

-- Every shape
-- that was ever drawn.
CREATE TABLE IF NOT EXISTS maps.shapes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label varchar(64) NOT NULL DEFAULT 'nothing', -- what a reader sees
    -- In square metres.
    area numeric(12, 3) CHECK (area > 0),
    "Drawn By" integer REFERENCES people (id) ON DELETE CASCADE,
    CONSTRAINT one_label UNIQUE (label, area)
);

create table people (id int, name text);

CREATE TEMPORARY TABLE [dbo].[Draft Sheet] ([size] int NOT NULL, KEY by_size (size));

CREATE TABLE copies AS SELECT * FROM maps.shapes;

-- Not about the index, as a line is empty between them.

CREATE UNIQUE INDEX shapes_by_label ON maps.shapes (lower(label)) WHERE area > 1;

CREATE SEQUENCE maps.sheet_numbers START WITH 100;

/* Shapes that can be seen from far away. */
CREATE OR REPLACE VIEW maps.large_shapes AS
SELECT id, label
FROM maps.shapes
WHERE area > 1000;

CREATE MATERIALIZED VIEW counted AS
    SELECT count(*) AS number FROM maps.shapes;

-- Adds up.
CREATE OR REPLACE FUNCTION maps.area_of(by text, least integer DEFAULT 0)
RETURNS numeric
LANGUAGE plpgsql
AS $$
DECLARE
    total numeric := 0;
BEGIN
    -- Not this one:
    SELECT sum(area) INTO total FROM maps.shapes WHERE label = by;
    RETURN total;
END;
$$;

CREATE FUNCTION twice(n integer) RETURNS integer AS 'SELECT n * 2' LANGUAGE sql;

CREATE FUNCTION half(n integer) RETURNS integer
RETURN n / 2;

CREATE PROCEDURE forget(before date)
LANGUAGE SQL
AS $body$
    DELETE FROM maps.shapes WHERE area < 1;
$body$;

-- Tells of each change.
CREATE TRIGGER tell_of_change
    AFTER INSERT OR UPDATE ON maps.shapes
    FOR EACH ROW
    EXECUTE FUNCTION tell();

CREATE TRIGGER forget_label AFTER DELETE ON people
BEGIN
    DELETE FROM maps.shapes WHERE label = CASE old.name WHEN '' THEN 'a' ELSE 'b' END;
    INSERT INTO people (id) VALUES (1);
END;

-- Of Oracle.
CREATE OR REPLACE PROCEDURE maps.redraw(how IN varchar2) IS
    sheets number := 0;
BEGIN
    IF sheets = 0 THEN
        draw(how);
    END IF;
END redraw;
/

CREATE OR REPLACE PACKAGE BODY sheets AS
    PROCEDURE open IS
    BEGIN
        NULL;
    END open;
END sheets;
/

CREATE EVENT tidy ON SCHEDULE EVERY 1 DAY DO DELETE FROM people;

ALTER TABLE people ADD COLUMN born date;

INSERT INTO people (id, name) VALUES (1, 'Ann; CREATE TABLE no (id int);');

SELECT * FROM people WHERE name = 'CREATE VIEW none';

DROP TABLE copies;
