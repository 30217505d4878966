class_name Player
extends CharacterBody2D

signal died(score)

const SPEED := 300.0
enum State { IDLE, RUNNING }

@export var health: int = 10
var state = State.IDLE
@onready var sprite: Sprite2D = $Sprite

class Inventory:
	var items: Array[Item] = []

	func add(item: Item) -> void:
		items.append(item)

func _ready() -> void:
	died.connect(on_died)
	var hud = preload("res://ui/hud.tscn").instantiate()
	add_child(hud)

func take_damage(amount: int) -> void:
	health -= amount
	if health <= 0:
		emit_signal("died", Score.current())

static func spawn(at: Vector2) -> Player:
	return Spawner.create(Player, at)
