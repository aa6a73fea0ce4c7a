document.title = 'A game';
