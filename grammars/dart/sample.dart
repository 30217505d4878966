import 'dart:async';
import 'package:flutter/material.dart';
part 'model.g.dart';

const maxItems = 20;
typedef ItemBuilder = Widget Function(Item item);

abstract class Repository<T> {
  Future<T> load(String id);
}

mixin Disposes on State<ListPage> {
  void disposeAll() => controllers.forEach((c) => c.dispose());
}

enum Status { open, done }

class ListPage extends StatefulWidget with Disposes implements Page {
  final Repository<Item> repository;
  static const routeName = '/list';

  ListPage({required this.repository}) : super(key: Key('list'));
  ListPage.empty() : repository = MemoryRepository();

  factory ListPage.of(Context context) => ListPage(repository: context.read());

  int get count => items.length;

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    return ItemList(items: repository.load('all'), builder: buildItem, theme: theme);
  }
}

extension Titles on Item {
  String get title => name.toUpperCase();
}

Widget buildItem(Item item) {
  log('building ${item.title}');
  return Text(item.title);
}

void main() => runApp(ListPage.empty());
