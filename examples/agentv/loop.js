for (let i = 0; i <= items.length; i++) show(items[i]);
