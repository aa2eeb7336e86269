<?php

/**
 * What a PHP file can define.
 */

declare(strict_types=1);

namespace App\Shapes;

use App\Base;

/** The most corners that a shape may have. */
const LIMIT = 64;
const WIDE = 1, HIGH = 2;

define('OLDEST', 1);

/**
 * What can be drawn.
 *
 * @since 2.0
 */
interface Shape extends Base
{
    public const SIDES = 4;

    /** In square metres. */
    public function area(): float;
}

// Shared by all that have a label.
trait Labelled
{
    private string $label = '';

    public function label(): string
    {
        return $this->label;
    }
}

/**
 * North and its like.
 */
enum Direction: string
{
    # Up.
    case North = 'n';
    case South = 's'; // down

    const FIRST = self::North;

    public static function any(): self
    {
        return self::North;
    }
}

/** A place on the map. */
#[Entity]
#[Table(name: 'points')]
final class Point extends Base implements Shape
{
    use Labelled;

    /** @var int */
    protected static int $count = 0, $drawn;

    public function __construct(
        private readonly int $x,
        /** Up is positive. */
        protected ?int $y = null,
        $unkept = 1,
    ) {
        $local = 1;
    }

    // Moves it.
    #[Pure]
    public function move(int $dx): static
    {
        return new class {
            public function inner() {}
        };
    }

    abstract protected function go();
}

/** Opens by name. */
function &open(string $name): ?Point
{
    function inside() {}
    return null;
}

if (!function_exists('old')) {
    function old() {}
}
